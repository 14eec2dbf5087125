/** Writes compact path data: relative commands, whole units, no redundant characters, `t` for smooth curves. */
export class Pen {
  private text = '';
  private command = '';
  private x = 0;
  private y = 0;
  private startX = 0;
  private startY = 0;
  /** The control point of a smooth continuation, after a curve. */
  private smoothX = 0;
  private smoothY = 0;

  get path(): string {
    return this.text;
  }

  private write(command: string, ...numbers: readonly number[]): void {
    const isImplied = command === this.command;
    if (!isImplied) this.text += command;
    for (const [index, number] of numbers.entries()) {
      this.text += (isImplied || index > 0) && number >= 0 ? ` ${number}` : `${number}`;
    }
    // SVG reads a coordinate pair after `m` as a relative line.
    this.command = command === 'm' ? 'l' : command;
  }

  private goTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  /** The first `m` of a path is relative to (0, 0). */
  moveTo(x: number, y: number): void {
    this.write('m', x - this.x, y - this.y);
    this.goTo(x, y);
    this.startX = x;
    this.startY = y;
  }

  lineTo(x: number, y: number): void {
    if (x === this.x && y === this.y) return;
    this.write('l', x - this.x, y - this.y);
    this.goTo(x, y);
  }

  curveTo(controlX: number, controlY: number, x: number, y: number): void {
    const isSmooth =
      'qt'.includes(this.command || ' ') && controlX === this.smoothX && controlY === this.smoothY;
    if (isSmooth) this.write('t', x - this.x, y - this.y);
    else this.write('q', controlX - this.x, controlY - this.y, x - this.x, y - this.y);
    this.goTo(x, y);
    this.smoothX = 2 * x - controlX;
    this.smoothY = 2 * y - controlY;
  }

  /** Appends a path fragment that ends at (x, y) relative to its start. */
  stamp(fragment: string, x: number, y: number): void {
    this.text += fragment;
    this.command = '';
    this.goTo(this.x + x, this.y + y);
  }

  close(): void {
    this.text += 'z';
    this.command = '';
    this.goTo(this.startX, this.startY);
  }
}
