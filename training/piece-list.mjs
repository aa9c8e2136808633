/** A vocabulary by line number, as `WordPieces` asks for it. */
export class PieceList {
  #lines;

  constructor(pieces) {
    this.#lines = new Map(pieces.map((piece, line) => [piece, line]));
  }

  lineOf(piece) {
    return this.#lines.get(piece);
  }
}
