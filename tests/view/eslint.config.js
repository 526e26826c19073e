// What the modules of the page are held to; names that are not there are found by tsc.

import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "module" },
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "what strangers wrote is text: use textContent" },
        { property: "outerHTML", message: "what strangers wrote is text: use textContent" },
        { property: "insertAdjacentHTML", message: "what strangers wrote is text: use append" },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "prefer-const": "error",
      "max-lines": ["error", 300],
    },
  },
];
