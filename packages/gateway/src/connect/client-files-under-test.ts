import type { FileConnection } from '@foldout/clients';

/** Realistic files: comments, trailing commas, other settings, servers `github` and `notes`. */
export const FILES: Readonly<Record<FileConnection['syntax'], (connection: FileConnection) => string>> = {
  json: ({ servers: [key] }) => `// my settings
{
    "theme": "dark", /* keep */
    "${key}": {
        // issues
        "github": { "command": "npx", "args": ["-y", "gh"], "env": { "A": "b" } }, // token below
        "notes": {
            "command": "notes",
        },
    },
    "last": [1, 2, 3,],
}
`,
  toml: () => `# my settings
model = "x" # keep

[mcp_servers.github] # issues
command = "npx"
args = [
  "-y",   # yes
  "[mcp_servers.fake]",
]

[mcp_servers.github.env]
A = """
[mcp_servers.notes]
"""

# notes of the day
[mcp_servers.notes]
command = 'notes'

[[profiles]]
name = "p"
`,
  yaml: ({ servers: [key], list }) =>
    list
      ? `# my settings
name: Mine
version: 0.0.1
schema: v1
${key}:
# issues
- name: github # token below
  command: npx
  args: [ -y, gh ]
- name: notes
  command: notes
rules:
    - "be kind"
`
      : `# my settings
model: x   # keep
${key}:
    # issues
    github:
        command: npx
        args: [ -y, gh ]  # yes
        enabled: true
    notes:
        command: notes
        enabled: true

# the rest
other: &a { b: 1 }
more: *a
`,
};
