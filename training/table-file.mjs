// The file format of VectorTable.parse: magic, rows, dimensions, bytes of vocabulary, vocabulary, scales, int8 rows.
import { readFileSync, writeFileSync } from 'node:fs';

export function readTable(file) {
  const bytes = readFileSync(file);
  const [count, dimensions, wordBytes] = [4, 8, 12].map((at) => bytes.readUInt32LE(at));
  const scalesAt = 16 + wordBytes;
  const valuesAt = scalesAt + count * 4;
  const rows = new Float32Array(count * dimensions);
  for (let at = 0; at < rows.length; at++) {
    rows[at] = bytes.readFloatLE(scalesAt + Math.floor(at / dimensions) * 4) * bytes.readInt8(valuesAt + at);
  }
  return { vocabulary: bytes.toString('utf8', 16, scalesAt).split('\n'), rows, dimensions };
}

export function writeTable(file, vocabulary, rows, dimensions) {
  const words = Buffer.from(vocabulary.join('\n'), 'utf8');
  const scalesAt = 16 + words.length;
  const valuesAt = scalesAt + vocabulary.length * 4;
  const bytes = Buffer.alloc(valuesAt + vocabulary.length * dimensions);
  bytes.write('FVT1', 0, 'latin1');
  bytes.writeUInt32LE(vocabulary.length, 4);
  bytes.writeUInt32LE(dimensions, 8);
  bytes.writeUInt32LE(words.length, 12);
  words.copy(bytes, 16);
  vocabulary.forEach((_, row) => {
    let largest = 0;
    for (let k = 0; k < dimensions; k++) largest = Math.max(largest, Math.abs(rows[row * dimensions + k]));
    const scale = largest / 127 || 1;
    bytes.writeFloatLE(scale, scalesAt + row * 4);
    for (let k = 0; k < dimensions; k++) {
      bytes.writeInt8(Math.round(rows[row * dimensions + k] / scale), valuesAt + row * dimensions + k);
    }
  });
  writeFileSync(file, bytes);
  return bytes.length;
}
