import { diagnose } from '../doctor/diagnose.ts';
import { doctorText } from '../doctor/doctor-text.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface DoctorOptions extends CommonOptions {
  readonly improve?: boolean;
  readonly yes?: boolean;
}

/** Checks configuration, servers and tools. Exit code 1 if a finding is `broken`. With --improve: proposes overlays. */
export async function doctor(options: DoctorOptions, [server]: readonly string[]): Promise<void> {
  if (options.improve) return (await import('../doctor/improve.ts')).improve(options, server);
  if (options.yes) throw new CliError(`--yes is only for ${typed('doctor --improve')}`);
  const { config, json } = options;
  const diagnosis = await diagnose(config, server);
  const broken = diagnosis.findings.filter(({ level }) => level === 'broken').length;
  if (json) printJson({ ...diagnosis, broken });
  else print(doctorText(diagnosis));
  if (broken > 0) process.exitCode = EXIT.failed;
}
