// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the references that a configuration holds
import { describe, expect, it } from 'vitest';
import { describeServer } from './secrets.ts';

const args = (...list: string[]): string => describeServer({ command: 'run', args: list });

describe('describeServer', () => {
  it('shows values without secrets unchanged', () => {
    expect(
      describeServer({
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem@1.2.3', '/home/ada/my notes'],
      }),
    ).toBe('npx -y @modelcontextprotocol/server-filesystem@1.2.3 "/home/ada/my notes"');
    expect(describeServer({ url: 'https://example.org:8080/mcp' })).toBe('https://example.org:8080/mcp');
    expect(args('--port=8080', '--verbose', '--root', 'C:\\data')).toBe('run --port=8080 --verbose --root C:\\data');
  });

  it('masks the values of flags with secret names', () => {
    expect(args('--token=abc', '--api-key', 'def', '--port', '80')).toBe('run --token=*** --api-key *** --port 80');
    expect(args('--key', 'x', '--db-password', 'hunter2')).toBe('run --key *** --db-password ***');
    expect(args('--use-token', '--next')).toBe('run --use-token --next');
  });

  it('masks headers and environment variables', () => {
    expect(args('--header', 'Authorization: Bearer abc')).toBe('run --header "Authorization: ***"');
    expect(args('-e', 'GITHUB_TOKEN=abc', '-e', 'MODE=x', 'DEBUG=1')).toBe(
      'run -e GITHUB_TOKEN=*** -e MODE=*** DEBUG=***',
    );
    expect(args('-e', 'GITHUB_TOKEN', 'image')).toBe('run -e GITHUB_TOKEN image');
  });

  it('masks passwords and query parameters of URLs', () => {
    expect(args('postgresql://ada:hunter2@localhost/db')).toBe('run postgresql://ada:***@localhost/db');
    expect(args('--db=postgres://ada:hunter2@localhost/db?x=y')).toBe('run --db=postgres://ada:***@localhost/db?x=***');
    expect(describeServer({ url: 'https://tok@example.org/mcp?key=a&mode=b&flag#c' })).toBe(
      'https://***@example.org/mcp?key=***&mode=***&flag#***',
    );
  });

  it('masks text that looks like a token', () => {
    expect(describeServer({ url: 'https://example.org/s/Zm9vYmFyYmF6cXV4MTIzNDU2/mcp' })).toBe(
      'https://example.org/s/***/mcp',
    );
    expect(args('ghp_abcdefghijklmnop')).toBe('run ***');
    expect(args('--config', '{"apiKey":"abc","x":1}')).toBe('run --config "{\\"apiKey\\":\\"***\\",\\"x\\":1}"');
    expect(args('-c', 'export API_TOKEN=abc; serve')).toBe('run -c "export API_TOKEN=***; serve"');
    expect(args('Server=db;User=ada;Password=hunter2;')).not.toContain('hunter2');
  });

  it('masks the value of a variable inside the arguments', () => {
    expect(describeServer({ command: 'run', args: ['serve', 'x-hunter22'], env: { SECRET: 'hunter22' } })).toBe(
      'run serve x-***',
    );
  });

  it('shows the name of a variable', () => {
    expect(args('--token', '${TOKEN}', '--key=${KEY}')).toBe('run --token ${TOKEN} --key=${KEY}');
    expect(args('--token', '${TOKEN:-hunter2}')).toBe('run --token ***');
    expect(args('${PLACE:-hunter2}')).toBe('run ${PLACE:-***}');
    expect(describeServer({ url: 'https://example.org/?key=${KEY}' })).toBe('https://example.org/?key=${KEY}');
  });

  it('truncates very long text', () => {
    expect(args('x y '.repeat(1_000)).length).toBeLessThan(250);
    expect(args('token'.repeat(200_000)).length).toBeLessThan(250);
  });
});
