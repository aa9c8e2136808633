// Step 1, the slow one: computes the teacher's vector of every text and every word piece. The vectors are cached, so that
// step 2 can be repeated quickly.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Teacher } from './teacher.mjs';

export async function lessons(model, texts, cacheFolder) {
  mkdirSync(cacheFolder, { recursive: true });
  const teacher = await Teacher.open(model);
  const pieces = await cached(join(cacheFolder, `pieces-${model}.f32`), () => {
    const [cls, sep] = [teacher.ids.get('[CLS]'), teacher.ids.get('[SEP]')];
    return teacher.embedIds(
      teacher.vocabulary.map((_, id) => [cls, id, sep]),
      progress('pieces'),
    );
  });
  const key = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
  const sentences = await cached(join(cacheFolder, `texts-${model}-${key}.f32`), () =>
    teacher.embed(texts, progress('texts')),
  );
  return { vocabulary: teacher.vocabulary, width: teacher.width, pieces, sentences };
}

async function cached(file, make) {
  if (existsSync(file)) {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
  const made = await make();
  writeFileSync(file, new Uint8Array(made.buffer, made.byteOffset, made.byteLength));
  return made;
}

function progress(what) {
  const started = performance.now();
  let shown = 0;
  return (done, total) => {
    if (performance.now() - shown < 15_000 && done < total) return;
    shown = performance.now();
    console.error(`${what}: ${done} of ${total}, ${((shown - started) / 1000).toFixed(0)} s`);
  };
}
