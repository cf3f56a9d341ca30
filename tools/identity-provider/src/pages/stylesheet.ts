/** Looks of the pages, light and dark by the reader's preference. Served as a file of its own, so that no inline style is allowed. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: #eef2f7; --card: #ffffff; --text: #17212f; --soft: #55627a; --line: #7a879c; --edge: #d9e0ea;
  --accent: #0f5fd7; --accent-strong: #0a4bad; --on-accent: #ffffff; --bad: #a4161a; --bad-ground: #fdecec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d131c; --card: #161f2c; --text: #e8eef6; --soft: #a5b3c7; --line: #6b7a91; --edge: #263245;
    --accent: #78adff; --accent-strong: #9cc3ff; --on-accent: #06203f; --bad: #ffb4b0; --bad-ground: #3a1a1c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
main {
  width: 100%; max-width: 25rem; padding: 2.25rem 2rem 1.75rem; background: var(--card);
  border: 1px solid var(--edge); border-radius: 1rem; box-shadow: 0 1.25rem 2.5rem rgb(9 25 50 / 12%);
}
.brand { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.75rem; font-weight: 600; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; }
.lead { margin: .35rem 0 1.5rem; color: var(--soft); }
.lead strong { color: var(--text); font-weight: 600; }
label { display: block; margin: 1rem 0 .35rem; font-size: .925rem; font-weight: 600; }
input {
  width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem;
}
input[aria-invalid] { border-color: var(--bad); }
button {
  width: 100%; margin-top: 1.5rem; padding: .7rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: .5rem;
}
button:hover { background: var(--accent-strong); }
button.quiet { margin-top: .5rem; color: var(--soft); background: transparent; }
button.quiet:hover { color: var(--text); background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { margin: 1rem 0; padding: .7rem .85rem; color: var(--bad); background: var(--bad-ground); border-radius: .5rem; }
.note { margin: 1.5rem 0 0; padding-top: 1.1rem; border-top: 1px solid var(--edge); font-size: .85rem; color: var(--soft); }
`
