import { diagnose } from '../doctor/diagnose.ts';
import { doctorText } from '../doctor/doctor-text.ts';
import { EXIT } from '../output/fail.ts';
import { print, printJson } from '../output/terminal.ts';

export interface DoctorOptions {
  readonly config?: string;
  readonly json?: boolean;
}

/** Looks at everything that can go wrong, and says what to do about it. Exit code 1 where something is broken. */
export async function doctor({ config, json }: DoctorOptions, [server]: readonly string[]): Promise<void> {
  const diagnosis = await diagnose(config, server);
  const broken = diagnosis.findings.filter(({ level }) => level === 'broken').length;
  if (json) printJson({ ...diagnosis, broken });
  else print(doctorText(diagnosis));
  if (broken > 0) process.exitCode = EXIT.failed;
}
