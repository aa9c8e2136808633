import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: readonly string[];
}

/** A script for a shell that completes the commands of a program and their options. */
export function completionScript(shell: Shell, program: Command): string {
  const commands = program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    options: [...command.options.map(({ long }) => long ?? ''), '--help'].filter(Boolean),
  }));
  return WRITERS[shell](program.name(), commands);
}

const WRITERS: Readonly<Record<Shell, (program: string, commands: readonly Completed[]) => string>> = {
  bash: (program, commands) => `# ${program} completions bash >> ~/.bashrc
_${program}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `    ${name}) options="${options.join(' ')}" ;;`).join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -F _${program} ${program}
`,
  zsh: (program, commands) => `#compdef ${program}
# ${program} completions zsh > "\${fpath[1]}/_${program}"
_${program}() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(' ')} ;;`).join('\n')}
  esac
  _files
}
_${program} "$@"
`,
  fish: (program, commands) => `# ${program} completions fish > ~/.config/fish/completions/${program}.fish
${commands
  .map(({ name, about, options }) =>
    [
      `complete -c ${program} -f -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
      ...options.map(
        (option) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
    ].join('\n'),
  )
  .join('\n')}
`,
  powershell: (program, commands) => `# ${program} completions powershell >> $PROFILE
Register-ArgumentCompleter -Native -CommandName ${program} -ScriptBlock {
  param($word, $ast)
  $options = @{
${commands.map(({ name, options }) => `    '${name}' = @(${options.map((option) => `'${option}'`).join(', ')})`).join('\n')}
  }
  $words = $ast.CommandElements | ForEach-Object { $_.ToString() }
  $command = $words | Select-Object -Skip 1 | Where-Object { $options.ContainsKey($_) } | Select-Object -First 1
  $offered = if ($command) { $options[$command] } else { $options.Keys | Sort-Object }
  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
