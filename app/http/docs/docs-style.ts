/** The stylesheet of the documents: light and dark, wide and narrow. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#57606a;--page:#fff;--quiet:#f4f5f7;--line:#d3d7dc;--link:#0a58b8;--get:#12612f;--post:#8a3a00}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a9b1ba;--page:#15181c;--quiet:#1f2429;--line:#3a4149;--link:#8ab8ff;--get:#7fd69b;--post:#ffb27a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--page)}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:82rem;margin:0 auto}
aside{grid-column:1;grid-row:1;position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);font-size:15px}
aside h2{font-size:13px;color:var(--soft);margin:1.25rem 0 .25rem}
aside ul{list-style:none;margin:0;padding:0}
aside li a{display:block;padding:.3rem .5rem;border-radius:6px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
aside li a:hover{text-decoration:underline}
aside [aria-current]{background:var(--quiet);font-weight:600}
aside ul ul{margin-left:.75rem;font-size:14px}
.brand{font-weight:700;font-size:18px;color:inherit;text-decoration:none}
main{padding:1.5rem 2.5rem 6rem;min-width:0;grid-column:2;grid-row:1}
main>p,main>ul,main>ol{max-width:46rem}
h1{font-size:2rem;line-height:1.2;margin:.25rem 0 1rem}
h2{margin:2.5rem 0 .5rem;line-height:1.3}
h3{margin:1.75rem 0 .25rem}
.anchor{opacity:.45;text-decoration:none;font-weight:400}.anchor:hover,.anchor:focus{opacity:1}
code,pre{font:14px/1.5 ui-monospace,monospace}
p code,td code,li code,h2 code{background:var(--quiet);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--quiet);border:1px solid var(--line);border-radius:8px;overflow:auto;max-height:28rem}
.code{position:relative}.code button{position:absolute;top:.4rem;right:.4rem}
button,input,select,textarea{font:inherit;font-size:15px;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:6px;padding:.35rem .7rem;min-height:2.25rem;max-width:100%}
button{cursor:pointer}
textarea,.try input{width:100%}
textarea{font:14px/1.5 ui-monospace,monospace}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;margin:.5rem 0;font-size:15px}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
td:first-child code{overflow-wrap:normal;word-break:normal}
.type{color:var(--soft)}
.address{display:block;padding:.5rem .75rem;background:var(--quiet);border-radius:6px;overflow-wrap:anywhere}
.method{font-weight:700}.GET{color:var(--get)}.POST,.PATCH{color:var(--post)}
main img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
.operation{border-top:1px solid var(--line);margin-top:2.5rem;padding-top:.5rem}
details{margin:.5rem 0}summary{cursor:pointer;padding:.25rem 0}
:target{background:color-mix(in srgb,var(--link) 14%,transparent)}section:target{background:none}
.try{border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:1rem 0}
.try label{display:block;margin:.5rem 0 .15rem}
.results{margin:.5rem 0}
.contents{display:none}
@media (max-width:50rem){.frame{display:block}main{padding:1rem 1rem 3rem}.contents{display:inline-block;padding:.5rem 0}aside{position:static;height:auto;border:0;border-top:1px solid var(--line);padding:1rem}aside li a{padding:.55rem .5rem}}
@media print{aside,.try{display:none}}
`;
