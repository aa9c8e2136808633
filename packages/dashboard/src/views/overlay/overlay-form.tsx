import { useState } from 'preact/hooks';
import { Problem } from '../../parts/panel.tsx';
import { wantedChange } from '../../state/changes.ts';
import { type Change, type Overlay, overlayChanges, TEXTS } from './overlay-changes.ts';

const RISKS: readonly (string | undefined)[] = ['read', 'write', 'destructive'];

interface OverlayFormProps {
  /** `server/tool`, or the server for all of its tools. */
  readonly name: string;
  readonly value: Overlay;
  /** Names of the tool's arguments. Undefined: the overlay is for a whole server. */
  readonly parameters?: readonly string[];
  /** The risk that the server declares. */
  readonly risk?: string;
  /** The hash of the definition that the user sees. */
  readonly hash?: string;
  readonly placeholders?: Readonly<Record<string, string | undefined>>;
  readonly onWritten: () => void;
}

/** Renames, describes, tags, pins, hides and limits a tool, or all tools of a server. */
export function OverlayForm(props: OverlayFormProps) {
  const { name, value, parameters, risk, hash, placeholders = {}, onWritten } = props;
  const [wantedRisk, setRisk] = useState(String(value['risk'] ?? ''));
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isTool = parameters !== undefined;
  const lowers = isTool && isLower(wantedRisk, risk);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    let changes: Change[];
    try {
      changes = overlayChanges(value, new FormData(event.currentTarget as HTMLFormElement), isTool);
    } catch (error) {
      setProblem((error as Error).message);
      return;
    }
    const isSeen = hash === undefined || value['for'] === hash;
    if (changes.length === 0 && isSeen) {
      setProblem('Nothing was changed.');
      return;
    }
    setProblem(undefined);
    // The hash says which definition the overlay was written for, so that a later change of it is reported.
    const fields = hash === undefined || isSeen ? changes : [...changes, { path: ['for'], value: hash }];
    wantedChange.value = { title: `Overlay of ${name}`, section: 'overlays', name, fields, onWritten };
  };
  const text = (key: string): string => {
    const given = value[key];
    return Array.isArray(given) ? given.join(', ') : String(given ?? '');
  };
  return (
    <form class="form" onSubmit={submit}>
      {TEXTS.filter(({ toolOnly, serverOnly }) => (isTool ? !serverOnly : !toolOnly)).map(({ key, label, long }) => (
        <label key={key} for={`overlay-${key}`}>
          <span>{label}</span>
          {long ? (
            <textarea
              id={`overlay-${key}`}
              name={key}
              rows={3}
              defaultValue={text(key)}
              placeholder={placeholders[key] ?? ''}
            />
          ) : (
            <input
              id={`overlay-${key}`}
              type="text"
              name={key}
              defaultValue={text(key)}
              placeholder={placeholders[key] ?? ''}
              autocomplete="off"
            />
          )}
        </label>
      ))}
      <label>
        <span>Risk{risk !== undefined && ` (the server declares ${risk})`}</span>
        <select name="risk" value={wantedRisk} onChange={({ currentTarget }) => setRisk(currentTarget.value)}>
          <option value="">as declared</option>
          {RISKS.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      {lowers && (
        <label class="check">
          <input type="checkbox" required checked={isRead} onChange={() => setRead(!isRead)} />
          <span>I have read the definition of the tool, and it does no more than “{wantedRisk}”.</span>
        </label>
      )}
      <label class="check">
        <input type="checkbox" name="alwaysAvailable" defaultChecked={value['alwaysAvailable'] === true} />
        <span>Pin: every surface lists it directly</span>
      </label>
      <label class="check">
        <input type="checkbox" name="hidden" defaultChecked={value['hidden'] === true} />
        <span>Hide: it can be neither found nor called</span>
      </label>
      {isTool && (
        <>
          <label>
            <span>Arguments, as JSON: {'{ "name": { "value" | "default" | "description" | "required" } }'}</span>
            <textarea
              name="arguments"
              rows={3}
              spellcheck={false}
              defaultValue={asJson(value['arguments'])}
              placeholder={parameters?.[0] ? `{ "${parameters[0]}": { "value": "always this" } }` : ''}
            />
          </label>
          <label>
            <span>Examples, as a JSON list of {'{ "title", "input" }'}</span>
            <textarea name="examples" rows={3} spellcheck={false} defaultValue={asJson(value['examples'])} />
          </label>
        </>
      )}
      <Problem text={problem} />
      <p class="buttons">
        <button type="submit" class="primary">
          Look at the change
        </button>
      </p>
    </form>
  );
}

function isLower(wanted: string, declared: string | undefined): boolean {
  const rank = (one: string | undefined): number => RISKS.indexOf(one);
  return wanted !== '' && rank(wanted) < rank(declared);
}

function asJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
