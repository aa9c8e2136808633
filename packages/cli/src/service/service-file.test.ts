import { describe, expect, it } from 'vitest';
import { type ServiceRequest, serviceFile } from './service-file.ts';

const REQUEST: ServiceRequest = {
  platform: 'linux',
  home: '/home/ada',
  env: { PATH: '/usr/bin:/opt/100% "new"' },
  command: ['/usr/bin/node', '/opt/fold out/main.js', 'serve', '--background', '--config', '/home/ada/a&b $c.json'],
};

describe('the file that starts the background gateway', () => {
  it('is a systemd user unit on Linux, with special characters escaped', () => {
    const { path, text, enable } = serviceFile(REQUEST);
    expect(path).toBe('/home/ada/.config/systemd/user/foldout.service');
    expect(text).toContain(
      'ExecStart="/usr/bin/node" "/opt/fold out/main.js" "serve" "--background" "--config" "/home/ada/a&b $$c.json"\n',
    );
    expect(text).toContain('Environment="PATH=/usr/bin:/opt/100%% \\"new\\""\n');
    expect(enable.at(-1)).toBe('systemctl --user enable --now foldout.service');
  });

  it('is a launchd agent on macOS', () => {
    const { path, text } = serviceFile({ ...REQUEST, platform: 'darwin', home: '/Users/ada' });
    expect(path).toBe('/Users/ada/Library/LaunchAgents/dev.foldout.gateway.plist');
    expect(text).toContain('<string>/home/ada/a&amp;b $c.json</string>');
  });

  it('is a task on Windows', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
    const { path, text } = serviceFile({ ...REQUEST, platform: 'win32', env });
    expect(path).toBe('C:\\Users\\ada\\AppData\\Local\\foldout\\foldout-task.xml');
    expect(text).toContain('<Command>/usr/bin/node</Command>');
    expect(text).toContain('&quot;--config&quot; &quot;/home/ada/a&amp;b $c.json&quot;</Arguments>');
  });
});
