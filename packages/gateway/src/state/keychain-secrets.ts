import { createRequire } from 'node:module';
import type { SecretStore } from './secret-store.ts';

/** The part of `@napi-rs/keyring` that is used. */
interface Keyring {
  readonly Entry: new (
    service: string,
    account: string,
    options: { readonly linux: { readonly store: 'secret-service' } },
  ) => { getPassword(): string | null; setPassword(password: string): void; deletePassword(): boolean };
  findCredentials(service: string): { readonly account: string }[];
}

/** The keychain of the operating system. Undefined where there is none, or where the optional package is not installed. */
export function openKeychain(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
): SecretStore | undefined {
  // Without a session bus, Linux has no secret service. The package could then only use the kernel, which forgets at a restart.
  if (process.platform === 'linux' && !env['DBUS_SESSION_BUS_ADDRESS']) return undefined;
  try {
    const keyring = createRequire(import.meta.url)('@napi-rs/keyring') as Keyring;
    const store = keychainSecrets(keyring, service);
    // Throws if the service does not answer, for example in a session without a desktop.
    store.get('probe');
    return store;
  } catch {
    return undefined;
  }
}

/** Exported for tests, which have no keychain. */
export function keychainSecrets(keyring: Keyring, service: string): SecretStore {
  const entry = (name: string) => new keyring.Entry(service, name, { linux: { store: 'secret-service' } });
  const list = (): string[] =>
    keyring
      .findCredentials(service)
      .map(({ account }) => account)
      .sort();
  return {
    place: 'keychain',
    get: (name) => entry(name).getPassword() ?? undefined,
    set: (name, value) => entry(name).setPassword(value),
    remove: (name) => list().includes(name) && entry(name).deletePassword(),
    list,
  };
}
