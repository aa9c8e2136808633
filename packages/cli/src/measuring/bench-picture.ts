import { count, duration, percent, shareSaved } from '../output/figures.ts';
import type { Measured } from './measure-config.ts';

const WIDTH = 720;
const LABEL = 110;
const VALUE = 120;
const ROW = 26;
const TOP = 56;

/** The figures as a self-contained SVG that follows the light or dark mode of the page. */
export function benchPicture({ surfaces, search, breakEven, start, call }: Measured): string {
  const most = Math.max(1, ...surfaces.map(({ tokens }) => tokens));
  const room = WIDTH - LABEL - VALUE - 30;
  const [direct] = surfaces;
  const bars = surfaces.map(({ surface, tokens }, index) => {
    const y = TOP + index * ROW;
    const width = Math.max(2, Math.round((tokens / most) * room));
    const before = direct?.tokens ?? 0;
    const change = tokens < before ? `${shareSaved(before, tokens)} less` : `${count(tokens - before)} more`;
    const saved = index === 0 ? '' : ` (${change})`;
    return [
      `<text class="t" x="${LABEL}" y="${y + 15}" text-anchor="end">${surface}</text>`,
      `<rect class="${index === 0 ? 'd' : 'b'}" x="${LABEL + 10}" y="${y + 3}" width="${width}" height="${ROW - 9}" rx="3"/>`,
      `<text class="m" x="${LABEL + 18 + width}" y="${y + 15}">${count(tokens)}${saved}</text>`,
    ].join('');
  });
  const bottom = TOP + surfaces.length * ROW + 26;
  const until = breakEven === undefined ? '' : `   listing all tools is cheaper after ${count(breakEven)} searches`;
  const found = `search: the right tool is among five in ${percent(search.five)} of ${count(search.requests)} requests${until}`;
  const tools = count(direct?.tools ?? 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + ROW + 16}" width="${WIDTH}" height="${bottom + ROW + 16}" role="img" aria-label="Tokens that ${tools} tools cost a client, by surface">
<style>text{font:13px system-ui,sans-serif}.h{font-size:16px;font-weight:600}.h,.t{fill:#1f2328}.m{fill:#59636e;font-size:12px}.d{fill:#cf222e}.b{fill:#1a7f37}.g{fill:#fff}@media(prefers-color-scheme:dark){.h,.t{fill:#f0f6fc}.m{fill:#9198a1}.d{fill:#f85149}.b{fill:#3fb950}.g{fill:#0d1117}}</style>
<rect class="g" width="100%" height="100%" rx="6"/>
<text class="h" x="20" y="30">Tokens of tools/list: ${tools} tools, by surface</text>
${bars.join('\n')}
<text class="m" x="20" y="${bottom}">${found}</text>
<text class="m" x="20" y="${bottom + ROW}">start: ${duration(start.gatewayMs)} (all servers: ${duration(start.serversMs)})   call: ${duration(call.gatewayMs)} (without Foldout: ${duration(call.directMs)})   foldout bench</text>
</svg>
`;
}
