import { diagnose } from '../doctor/diagnose.ts';
import { doctorText } from '../doctor/doctor-text.ts';
import { EXIT } from '../output/fail.ts';
import { print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

/** Checks configuration, servers and tools. Exit code 1 if a finding is `broken`. */
export async function doctor({ config, json }: CommonOptions, [server]: readonly string[]): Promise<void> {
  const diagnosis = await diagnose(config, server);
  const broken = diagnosis.findings.filter(({ level }) => level === 'broken').length;
  if (json) printJson({ ...diagnosis, broken });
  else print(doctorText(diagnosis));
  if (broken > 0) process.exitCode = EXIT.failed;
}
