import { posix, win32 } from 'node:path';

/** The file that makes a platform start the background gateway when the user logs in. */
export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  /** Commands that make the platform use the file, in order. */
  readonly enable: readonly string[];
  /** Commands that end the service. They run before the file is deleted. */
  readonly disable: readonly string[];
}

export interface ServiceRequest {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command line of the background gateway. */
  readonly command: readonly string[];
}

const LABEL = 'dev.foldout.gateway';
const TASK = 'Foldout';
const ABOUT = 'Foldout: background gateway for MCP servers';

export function serviceFile(request: ServiceRequest): ServiceFile {
  if (request.platform === 'darwin') return launchdAgent(request);
  return request.platform === 'win32' ? windowsTask(request) : systemdUnit(request);
}

function systemdUnit({ home, env, command }: ServiceRequest): ServiceFile {
  const folder = env['XDG_CONFIG_HOME'] || posix.join(home, '.config');
  const text = `[Unit]
Description=${ABOUT}

[Service]
ExecStart=${command.map(systemdWord).join(' ')}
Environment=${systemdWord(`PATH=${env['PATH'] ?? '/usr/bin:/bin'}`)}
Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
`;
  return {
    path: posix.join(folder, 'systemd', 'user', 'foldout.service'),
    text,
    enable: ['systemctl --user daemon-reload', 'systemctl --user enable --now foldout.service'],
    disable: ['systemctl --user disable --now foldout.service'],
  };
}

/** Quoted as systemd requires: `%` begins a specifier, `$` a variable. */
function systemdWord(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}

function launchdAgent({ home, env, command }: ServiceRequest): ServiceFile {
  const path = posix.join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${xml(word)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>${xml(env['PATH'] ?? '/usr/bin:/bin')}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
`;
  return {
    path,
    text,
    enable: [`launchctl bootstrap gui/$(id -u) '${path}'`],
    disable: [`launchctl bootout gui/$(id -u)/${LABEL}`],
  };
}

function windowsTask({ home, env, command }: ServiceRequest): ServiceFile {
  const folder = env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local');
  const path = win32.join(folder, 'foldout', 'foldout-task.xml');
  const [program = '', ...args] = command;
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>${ABOUT}</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
    </LogonTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Hidden>true</Hidden>
  </Settings>
  <Actions>
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${xml(args.map((word) => `"${word}"`).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
  return {
    path,
    text,
    enable: [`schtasks /Create /TN ${TASK} /XML "${path}"`, `schtasks /Run /TN ${TASK}`],
    disable: [`schtasks /End /TN ${TASK}`, `schtasks /Delete /TN ${TASK} /F`],
  };
}

function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
