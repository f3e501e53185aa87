import { type Plugin, transformWithEsbuild } from "vite";

/**
 * For what a server runs: V8 keeps the text of every file as long as it runs, at a byte a letter where all of it is ASCII, and at
 * two where one letter is not. So spaces go, and other letters are escaped. Names stay, for the traces of errors.
 */
export const compact: Plugin = {
  name: "compact",
  apply: "build",
  renderChunk: {
    order: "post",
    handler: (code, { fileName }) =>
      transformWithEsbuild(code, fileName, {
        charset: "ascii",
        minifyWhitespace: true,
        minifySyntax: true,
        lineLimit: 200,
        target: "node20",
        legalComments: "none",
        sourcemap: false,
      }),
  },
};
