import { statSync } from 'node:fs';
import { join, type Machine, settingsFolder } from '@foldout/clients/internal';

const IN_FOLDER = ['foldout.json', 'foldout.jsonc', 'mcp.json', '.mcp.json'];
const OWN = ['foldout.json', 'foldout.jsonc'];

/** The places of Foldout's own configuration, the preferred one first. */
export function ownConfigPlaces(machine: Machine): string[] {
  return [...IN_FOLDER.map((name) => join(machine, machine.cwd, name)), ...usersPlaces(machine)];
}

/** Whether one of these places is in the working folder, so that its file may be somebody else's. */
export function isFoundInFolder(file: string, machine: Machine): boolean {
  return !usersPlaces(machine).includes(file);
}

function usersPlaces(machine: Machine): string[] {
  return OWN.map((name) => join(machine, settingsFolder(machine), 'foldout', name));
}

export function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
