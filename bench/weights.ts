import { brotliCompressSync } from "node:zlib";

const PAGES = ["/", "/payment", "/payment/yearly", "/404", "/de", "/de/payment/yearly", "/ar", "/ar/payment/yearly"];

/** Prints what each page weighs as sent (brotli), and the JavaScript it asks for. */
export async function measureWeights(origin: string): Promise<void> {
  process.stdout.write("page                     html+css br   js br\n");
  for (const page of PAGES) {
    const html = await (await fetch(origin + page)).text();
    const scripts = new Set(html.match(/\/assets\/[^"]+\.js/g));
    const sizes = await Promise.all([...scripts].map((path) => compressedSize(origin + path)));
    const js = sizes.reduce((sum, size) => sum + size, 0);
    process.stdout.write(
      `${page.padEnd(24)} ${String(brotliCompressSync(html).length).padStart(11)} ${String(js).padStart(7)}\n`,
    );
  }
}

async function compressedSize(address: string): Promise<number> {
  const body = await (await fetch(address)).arrayBuffer();
  return brotliCompressSync(body).length;
}
