// Pictures and sounds for the stories, made as they are needed.

/** A picture as base64 PNG, with a round hole when it is to be seen through. */
export function png(width: number, height: number, seeThrough = false): string {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const draw = canvas.getContext("2d");
  if (draw === null) return "";
  const sky = draw.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, "#f3c99a");
  sky.addColorStop(0.6, "#a44a14");
  sky.addColorStop(1, "#2b1a12");
  draw.fillStyle = sky;
  draw.beginPath();
  if (seeThrough) draw.arc(width / 2, height / 2, height / 2 - 4, 0, 7);
  else draw.rect(0, 0, width, height);
  draw.fill();
  draw.strokeStyle = "#fffaf6";
  draw.lineWidth = 3;
  draw.beginPath();
  for (let x = 0; x <= width; x += 4) draw.lineTo(x, height / 2 + Math.sin(x / 24) * (height / 5));
  draw.stroke();
  return canvas.toDataURL("image/png").slice("data:image/png;base64,".length);
}

/** A second of a falling tone as base64 WAV. */
export function wav(): string {
  const rate = 8000;
  const view = new DataView(new ArrayBuffer(44 + rate));
  const text = (at: number, word: string) => {
    for (let i = 0; i < word.length; i += 1) view.setUint8(at + i, word.charCodeAt(i));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + rate, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, rate, true);
  for (let i = 0; i < rate; i += 1)
    view.setUint8(44 + i, 128 + Math.round(Math.sin((i * (440 - i / 40)) / rate) * 90 * (1 - i / rate)));
  return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
}

export const SVG =
  "<svg xmlns='http://www.w3.org/2000/svg' width='240' height='60'><path d='M5 45c60 0 60-30 115-30s55 30 115 30' fill='none' stroke='#a44a14' stroke-width='4'/></svg>";
