import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { EditError } from '../config/edit-text.ts';

/** A client's file: its bytes, and its text without the byte order mark. */
export interface ClientText {
  readonly bytes: Buffer | undefined;
  readonly text: string;
  /** The bytes of another text in the same encoding. */
  encode(text: string): Buffer;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_MARK = Buffer.from([0xff, 0xfe]);
/** Files of clients hold histories too, but not more than this. */
const MAX_BYTES = 100 * 1024 * 1024;

/** Reads a file that will be edited. A file that does not exist is empty. */
export async function readClientText(file: string): Promise<ClientText> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return { bytes, text: '', encode: (text) => Buffer.from(text) };
  const { mark, encoding } = encodingOf(bytes);
  const text = textOf(bytes);
  const encode = (edited: string): Buffer => Buffer.concat([mark, Buffer.from(edited, encoding)]);
  // Bytes that are no text would be replaced by an edit.
  if (!encode(text).equals(bytes)) throw new EditError('it is neither UTF-8 nor UTF-16');
  return { bytes, text, encode };
}

/** The text of a file's bytes, without the byte order mark. */
export function textOf(bytes: Buffer): string {
  const { mark, encoding } = encodingOf(bytes);
  return bytes.subarray(mark.length).toString(encoding);
}

function encodingOf(bytes: Buffer) {
  const isWide = bytes.subarray(0, 2).equals(UTF16_MARK);
  const mark = isWide ? UTF16_MARK : bytes.subarray(0, 3).equals(UTF8_MARK) ? UTF8_MARK : Buffer.alloc(0);
  return { mark, encoding: isWide ? 'utf16le' : 'utf8' } as const;
}

/** The bytes of a file; undefined if it does not exist. Throws an `EditError` if it may not be changed. */
export async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new EditError('it is a folder');
    if (found.size > MAX_BYTES) throw new EditError(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
    await access(file, constants.R_OK | constants.W_OK);
    return await readFile(file);
  } catch (error) {
    if (error instanceof EditError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new EditError(code === 'EACCES' || code === 'EPERM' ? 'it is read-only' : `it cannot be read (${code})`);
  }
}
