import { userInfo } from 'node:os';

/** Who answers for an approval or a review. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'command line';
  }
}
