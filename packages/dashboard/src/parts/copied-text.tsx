import { CopyButton } from './copy-button.tsx';

interface CopiedTextProps {
  readonly text: string;
  /** What the text is; read by screen readers. */
  readonly target: string;
  readonly title?: string;
}

/** A text to copy, with the button that copies it. */
export function CopiedText({ text, target, title }: CopiedTextProps) {
  return (
    <div class="copied">
      <div>
        {title !== undefined && <h3>{title}</h3>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too. */}
        <pre tabIndex={0}>{text}</pre>
      </div>
      <CopyButton text={text} target={target} />
    </div>
  );
}
