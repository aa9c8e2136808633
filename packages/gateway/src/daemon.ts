// The client side of the background gateway, for the command line. Loads no code of the gateway itself, because every
// `foldout serve` starts with it.
export { fingerprintOfText, isAgreed } from './config/agreement.ts';
export { daemonAddress } from './daemon/address.ts';
export { askDaemon, daemonLogs, type FoundDaemon, findDaemons, isRunning } from './daemon/daemon-facts.ts';
export { type SharingRequest, sharingKey, variablesIn } from './daemon/identity.ts';
export { type Joined, joinDaemon } from './daemon/join-daemon.ts';
export type { Hello } from './daemon/messages.ts';
export { relayStdio } from './daemon/relay-stdio.ts';
export { isFile, isFoundInFolder, ownConfigPlaces } from './import/own-config.ts';
export { defaultStateFolder } from './state/state-folder.ts';
