// The text of CHANGELOG.md, made from changesets.

const HEADINGS = { major: 'Breaking changes', minor: 'Changes', patch: 'Fixes' };

/** `changesets` is the output of `changeset status --output`: for each changeset, its summary and its packages. */
export function changelogSection(version, date, changesets) {
  const parts = Object.entries(HEADINGS).map(([type, heading]) => {
    const items = changesets.filter((changeset) => largestBump(changeset) === type).map(item);
    return items.length === 0 ? '' : `### ${heading}\n\n${items.join('\n')}\n`;
  });
  return [`## ${version} (${date})\n`, ...parts.filter((part) => part !== '')].join('\n');
}

/** The newest version stands first. */
export function insertSection(changelog, section) {
  const at = changelog.indexOf('\n## ');
  if (at < 0) return `${changelog.trimEnd()}\n\n${section}`;
  return `${changelog.slice(0, at + 1)}${section}\n${changelog.slice(at + 1)}`;
}

function largestBump({ releases }) {
  return Object.keys(HEADINGS).find((type) => releases.some((release) => release.type === type));
}

function item({ summary, releases }) {
  const packages = releases.map(({ name }) => `\`${name}\``).join(', ');
  const [first, ...rest] = summary.trim().split('\n');
  return [`- ${packages}: ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
}
