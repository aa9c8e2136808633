# A gateway over HTTP. Node is in the image, so that it can start servers that are npm packages; for servers in Python or in containers, derive
# an image that has `uvx` or a Docker client.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm run build \
  && mkdir -p /packed /app \
  && npm pack --pack-destination /packed --workspace @foldout/core --workspace @foldout/clients --workspace @foldout/server \
    --workspace @foldout/usage --workspace @foldout/workspace --workspace @foldout/gateway --workspace foldout \
  && npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund pg@8.23.1 /packed/*.tgz

FROM node:24-slim
ENV NODE_ENV=production \
  FOLDOUT_HOME=/state \
  FOLDOUT_KEYCHAIN=file \
  npm_config_cache=/tmp/npm \
  npm_config_update_notifier=false
RUN install -d -o node -g node -m 700 /state
COPY --from=build --chown=root:root /app /app
USER node
WORKDIR /state
VOLUME ["/state"]
EXPOSE 3200
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3200/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/foldout/bin/foldout.js"]
CMD ["serve", "--http", "--host", "0.0.0.0", "--port", "3200", "--config", "/etc/foldout/foldout.json"]
