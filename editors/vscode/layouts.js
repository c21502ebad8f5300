// Tells layouts from other TOML files, as the language server does.
const HEADER = /^[ \t]*\[\[?[ \t]*(game|board|cards|notes|tiles|counters)[ \t]*[\].]/m;

const isLayout = (text) => HEADER.test(text);

module.exports = { isLayout };
