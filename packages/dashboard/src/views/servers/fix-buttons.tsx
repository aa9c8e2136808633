import { useState } from 'preact/hooks';
import type { UpstreamLiveState, UpstreamRow } from '../../api/answers.ts';
import { act } from '../../api/gateway.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { hrefOf } from '../../state/route.ts';
import { mayAdminister, mayOperate } from '../../state/session.ts';

interface FixButtonsProps {
  readonly row: Pick<UpstreamRow, 'name' | 'signsIn' | 'withheld'>;
  readonly state: UpstreamLiveState['state'];
}

/** The buttons that mend what is wrong with a server. */
export function FixButtons({ row: { name, signsIn, withheld }, state }: FixButtonsProps) {
  return (
    <span class="buttons">
      {state === 'needs-auth' && signsIn && mayAdminister() && <SignInButton name={name} />}
      {state === 'needs-approval' && withheld > 0 && <a href={hrefOf('approvals')}>Look at the approvals</a>}
      {mayOperate() && (
        <ActionButton
          text="Restart"
          workingText="Restarting …"
          target={name}
          action={() => act('restart', { server: name })}
        />
      )}
    </span>
  );
}

/** Starts a sign-in. The user opens the link, because a browser blocks windows that a page opens after waiting. */
function SignInButton({ name }: { readonly name: string }) {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const start = async (): Promise<void> => {
    const answer = await act('signin', { server: name });
    // A server could send an address that runs a script.
    if (answer.url !== undefined && !/^https?:/.test(answer.url)) throw new Error('The server sent no web address.');
    setUrl(answer.url);
  };
  if (url === undefined) {
    return <ActionButton text="Sign in" workingText="Asking …" target={`to ${name}`} class="primary" action={start} />;
  }
  return (
    <a class="sign-in" href={url} target="_blank" rel="noreferrer">
      Open the sign-in page of {name}
    </a>
  );
}
