// What the scripts of pages keep to. They use what a browser has and ask no network; a script sees
// what those before it on its page define. Types are checked by tsc (jsconfig.json).
const browser = ["document", "history", "location", "window", "Element", "HTMLButtonElement", "HTMLElement", "HTMLInputElement",
  "HTMLSelectElement", "URLSearchParams"];
const shared = ["relationsOf", "chainsOf", "distancesOf", "painterOf", "moving", "overview",
  "chartsOf"];
const network = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "navigator", "eval", "Function"];

export default [
  {
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      globals: Object.fromEntries([...browser, ...shared].map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      "eqeqeq": "error",
      "no-cond-assign": "error",
      "no-const-assign": "error",
      "no-constant-condition": "error",
      "no-dupe-else-if": "error",
      "no-dupe-keys": "error",
      "no-duplicate-case": "error",
      "no-else-return": "error",
      "no-empty": "error",
      "no-fallthrough": "error",
      "no-implied-eval": "error",
      "no-loop-func": "error",
      "no-restricted-globals": ["error", ...network],
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-shadow": ["error", { builtinGlobals: false }],
      "no-sparse-arrays": "error",
      "no-undef": "error",
      "no-unreachable": "error",
      "no-unsafe-finally": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { vars: "local" }],
      "no-useless-escape": "error",
      "no-var": "error",
      "prefer-const": "error",
      "strict": ["error", "global"],
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
];
