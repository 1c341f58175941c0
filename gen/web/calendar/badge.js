const e=`en-150`,t=new Map([[`en`,e],[`pt`,`pt-PT`]]);function n(e){let[n,...a]=[r(e),...navigator.languages].flatMap(i),o=n??`en-150`,s=a.find(e=>e.startsWith(`${o}-`));return o.includes(`-`)?o:s??t.get(o)??o}function r(e){for(let t=e;;){let e=t.closest(`[lang]`)?.getAttribute(`lang`),n=t.getRootNode();if(e||!(n instanceof ShadowRoot))return e??``;t=n.host}}function i(e){try{return Intl.getCanonicalLocales(e.trim().replaceAll(`_`,`-`))}catch{return[]}}function a(e,t){let n=t===`en-US`,r=(e,n={})=>{let r=new Intl.NumberFormat(t,{style:`unit`,unit:e,...n});return e=>o(r.format(e).replaceAll(` `,`\xA0`))},i=new Intl.NumberFormat(t,{style:`percent`}),a=new Intl.RelativeTimeFormat(t),s=r(`hour`,{unitDisplay:`long`}),c=r(`day`,{unitDisplay:`long`}),l=r(n?`fahrenheit`:`celsius`,{maximumFractionDigits:0}),u=n?r(`inch`,{maximumFractionDigits:2}):r(`millimeter`,{maximumFractionDigits:1});return{words:e,locale:t,percent:e=>i.format(e),degrees:e=>l(Math.round(n?e*1.8+32:e)+0),depth:e=>u(n?Math.max(e/25.4,e>0?.01:0):e),minutes:r(`minute`,{unitDisplay:`long`}),lead:e=>e<48?s(e):c(Math.round(e/24)),fromNow(e){let[t,n]=[[`day`,86400],[`hour`,3600],[`minute`,60],[`second`,1]].find(([,t])=>Math.abs(e)>=2*t)??[`second`,1];return a.format(Math.sign(e)*Math.ceil(Math.abs(e)/n),t)}}}function o(e){return e.replaceAll(`-`,`−`)}var s=class extends Error{constructor(e,{reason:t,isLasting:n=!1,retrySeconds:r}){super(e),this.reason=t,this.isLasting=n,this.retrySeconds=r}};function c(e,...t){console.error(e,...t)}function l(e,t=`NOT_SET_UP`){return new s(`This calendar is not set up right: ${e}`,{reason:t,isLasting:!0})}async function u(t){let{folder:n,tags:r}=SERVICE.words,i=[t,t.split(`-`)[0]??``].find(e=>r.some(t=>t===e)),{href:o}=new URL(`${n}/${i??`en`}.js`,import.meta.url);try{let{default:n}=await import(o);return a(n,i===void 0?e:t)}catch(e){throw new s(`${o} cannot be loaded: ${e}`,{reason:`UNREACHABLE`})}}function d(e){try{return f(e)}catch(e){if(e instanceof RangeError)return;throw e}}function f(e){let t=new Intl.DateTimeFormat(`en-GB`,{timeZone:e,hourCycle:`h23`,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`});return{timeZone:t.resolvedOptions().timeZone,read:e=>{let{year:n,month:r,day:i,hour:a,minute:o}=Object.fromEntries(t.formatToParts(new Date(e)).map(({type:e,value:t})=>[e,t]));return{day:`${n}-${r}-${i}`,time:`${a}:${o}`}}}}const p=[`covered`,`sheltered`,`floodlit`,`surface`,`temp-shift-c`],m=[`lang`,`src`,`api-key`,`key`,`place`,`sport`,`duration`,`step`,`days`,`hours`,`slots`,`time-zone`,`switches`,`track-record`,...p],h=/^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/,g=/^([0-2]\d:[0-5]\d)-([0-2]\d:[0-5]\d)$/,_=6e4,v=[60,30,15];function y(e,{apiKey:t,serviceUrl:n,switched:r}){let i=t=>e.getAttribute(t)?.trim()||void 0,[,a,o]=h.exec(i(`place`)??``)??[];if(a===void 0||o===void 0)throw l(`place has to be latitude and longitude, such as place="51.434,-0.214".`);let[,s,c]=g.exec(i(`hours`)??`08:00-21:00`)??[];if(s===void 0||c===void 0)throw l(`hours has to be two times of day, such as hours="09:00-21:00".`);let u=i(`sport`)??`outdoor`,m=i(`duration`)??`60`,_=i(`days`)??`7`,{slots:v,unfitSlots:y}=b(e.getAttribute(`slots`)),x=i(`time-zone`),S=x===void 0?void 0:d(x),C=d(Intl.DateTimeFormat().resolvedOptions().timeZone),D=p.flatMap(e=>{let t=i(e);return t===void 0?[]:[[e.replaceAll(`-`,`_`),t]]}),O={...Object.fromEntries(D),...r},k={lat:a,lng:o,sport:u,duration_minutes:m,...O},A=new URL(i(`src`)??n,document.baseURI),j=t??T(i(`api-key`)??i(`key`)),M=new URL(n).origin;if(j===void 0&&A.origin===M&&M!==location.origin)throw l(`it needs src="/…", a path of your server that adds the key, or api-key="wpk_…".`);let N=E(A.href),P=v===void 0?i(`step`)??`60`:w(v);return{forecastUrl:N(`v1/forecast`,{...k,days:_,step_minutes:P,explain:`true`}),confidenceUrl:(e,t)=>N(`v1/booking-confidence`,{...k,start_time:e,explain:`true`,odds:`true`,lang:t}),trackRecordUrl:e.hasAttribute(`track-record`)?N(`v1/track-record`,{lat:a,lng:o,sport:u}):void 0,badgesUrl:N(`v1/forecast`,{...k,days:`7`,step_minutes:`15`}),apiKey:j,session:{lat:Number(a),lng:Number(o),sport:u,durationMinutes:Number(m),facts:O},days:Number(_),hours:{from:s,to:c},slots:v,unfitSlots:y,hasSwitches:e.hasAttribute(`switches`),venueClock:S,readersClock:C,mainClock:S??C??f(`UTC`),unknownZone:S===void 0?x:void 0}}function b(e){let t=e?.split(/[\s,]+/).filter(Boolean),n=t?.filter(S)??[],r=t?.filter(e=>!S(e))??[],[i]=r;if(i!==void 0&&n.length===0)throw l(C(i));return{slots:t&&new Set(n.map(e=>Date.parse(e))),unfitSlots:r}}function x(e){if(!S(e))throw l(C(e));return Date.parse(e)}function S(e){return/(?:Z|[+-]\d\d:\d\d)$/.test(e)&&Date.parse(e)%(15*_)==0}function C(e){return`a start has to be on a quarter of an hour and say its offset, such as 2026-11-22T14:15:00Z; it is ${e}.`}function w(e){return String(v.find(t=>[...e].every(e=>e%(t*_)==0))??15)}function T(e){if(e!==void 0&&!e.startsWith(`wpk_`))throw l(`api-key takes publishable keys (wpk_…) only. Whoever reads this page can read its key: revoke it if it is a secret one.`);return e}function E(e){let t=e.endsWith(`/`)?e:`${e}/`;return(e,n)=>{let r=new URL(t+e);return r.search=new URLSearchParams(n).toString(),r.href}}const D=new URL(`..`,import.meta.url).href,O=globalThis.HTMLElement??Object;var k=class extends O{#e;#t=!1;set apiKey(e){this.#e=e,this.updateSoon()}connectedCallback(){this.updateSoon()}attributeChangedCallback(e,t,n){t!==n&&this.updateSoon()}updateSoon(){!this.#t&&this.isConnected&&(this.#t=!0,queueMicrotask(()=>{if(this.#t=!1,!this.isConnected)return;let e=u(n(this));this.update(e).catch(e=>this.report(e))}))}async update(e){}settings(e={}){return y(this,{apiKey:this.#e,serviceUrl:D,switched:e})}tell(e,t){this.dispatchEvent(new CustomEvent(e,{detail:t,bubbles:!0,composed:!0}))}report(e){if(!(e instanceof s))throw e;let{message:t,reason:n}=e;return c(`<${this.localName}> ${t}`,this),this.tell(`failed`,{reason:n,message:t}),e}};function A(e){let t=new CSSStyleSheet;return t.replaceSync(e),t}function j(e,t){globalThis.window!==void 0&&customElements.get(e)===void 0&&customElements.define(e,t)}function M(e,t={},...n){return N(document.createElement(e),t,n)}function N(e,t,n){for(let[n,r]of Object.entries(t))e.setAttribute(n,String(r));return e.append(...n),e}async function P(e,{apiKey:t,signal:n}){let{response:r,body:i}=await F(e,{apiKey:t,signal:n});if(r.ok&&i!==void 0){let{headers:e}=r;return{body:i,ageSeconds:Number(e.get(`age`)??0),source:e.get(`weather-source`)}}throw I(r,{url:e,...i})}async function F(e,{apiKey:t,signal:n}){try{let r=await fetch(e,{headers:t===void 0?{}:{"x-api-key":t},redirect:t===void 0?`follow`:`error`,signal:AbortSignal.any([n,AbortSignal.timeout(15e3)])});return{response:r,body:await r.json().catch(()=>void 0)}}catch(t){throw n.throwIfAborted(),new s(`${L(e)} cannot be reached: ${t}`,{reason:`UNREACHABLE`})}}function I({status:e,headers:t},{url:n,detail:r,reason:i=`HTTP_${e}`}){let a=`${L(n)} answers ${e}${r===void 0?`.`:`: ${r}`}`;if(i===`START_IN_PAST`)return new s(a,{reason:i,isLasting:!0});if(e>=400&&e<500&&e!==429)return l(a,i);let o=Number(t.get(`retry-after`)??NaN);return new s(a,{reason:i,...o>0&&{retrySeconds:o}})}function L(e){return e.replace(/\?.*/,``)}var R=`.badge {
  margin-inline-end: 0;
}
`;const z=new Map(Object.entries(SERVICE.credits));function B(e,{words:t}){let n=(e??``).split(`,`).flatMap(e=>{let n=e.trim(),r=z.get(n);return r?[{...r,text:t.credits[n]??n}]:[]});return n.length===0&&c(`The weather's credit cannot be given: the answer's Weather-Source is missing or not known:`,e),n}function V(e,t){return B(e,t).map(({text:e,licences:t})=>t.length===0?e:`${e} (${t.map(({name:e})=>e).join(`, `)})`).join(`, `)}var H=`/* A page sets colours with the variables named here, and everything else with \`::part\`. Internal names start with \`--_\`: if
   one were \`--safe\`, a page's \`--suitability-safe: var(--safe)\` on the element would be a cycle.

   The background of a page cannot be read, and its \`color-scheme\` may say something else: a page for light and dark may be
   white in a dark browser. So what stands on the page's background is made from the page's text colour, and what has a
   background of its own has a text colour of its own. The accent can be seen on white and on black. */
:host {
  --_safe: var(--suitability-safe, light-dark(#c3ead0, #14472d));
  --_on-safe: var(--suitability-on-safe, light-dark(#0b3d22, #c9f3d7));
  --_caution: var(--suitability-caution, light-dark(#ffe2a6, #574012));
  --_on-caution: var(--suitability-on-caution, light-dark(#4d3500, #ffe3a8));
  --_poor: var(--suitability-poor, light-dark(#f7c6c0, #5d2521));
  --_on-poor: var(--suitability-on-poor, light-dark(#651410, #ffd3cd));
  --_accent: var(--suitability-accent, #4a7cf0);
  --_line: var(--suitability-line, color-mix(in srgb, currentColor 24%, transparent));
  --_quiet: var(--suitability-quiet, color-mix(in srgb, currentColor 78%, transparent));
  --_surface: var(--suitability-surface, Canvas);
  --_radius: var(--suitability-radius, 6px);
}

/* White below dark text, nearly black below light text. */
@supports (color: lch(from currentColor l c h)) {
  :host {
    --_surface: var(--suitability-surface, lch(from currentColor clamp(10, (55 - l) * 1000, 100) 0 0));
  }
}

:host([hidden]),
[hidden] {
  display: none !important;
}

.safe {
  background: var(--_safe);
  color: var(--_on-safe);
}

.caution {
  background: var(--_caution);
  color: var(--_on-caution);
}

.poor {
  background: var(--_poor);
  color: var(--_on-poor);
}

.badge {
  display: inline-block;
  margin-inline-end: 0.5em;
  border-radius: var(--_radius);
  padding: 0.1em 0.5em;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
`;const U={safe_to_book:{name:`safe`,mark:`✓`,band:`80–100`},proceed_with_caution:{name:`caution`,mark:`!`,band:`50–79`},not_recommended:{name:`poor`,mark:`✕`,band:`0–49`}};function W(e,t,n){let{name:r,mark:i}=U[e],a=`${n??i} ${t}`.trimEnd();return M(`span`,{class:`badge ${r}`,part:`badge badge-${r}`},a)}const G=new Map;let K;var q=class extends k{static observedAttributes=[...m,`start`];static version=SERVICE.version;#e=M(`span`,{dir:`ltr`});#t;constructor(){super();let e=this.attachShadow({mode:`open`});e.adoptedStyleSheets=K??=[H,R].map(A),e.append(this.#e)}async update(e){let t={};this.#t=t;try{let n=this.settings(),r=x(this.getAttribute(`start`)?.trim()??``),[i,a]=await Promise.all([e,Y(n)]);this.#t===t&&this.#n(J(a,r),{voice:i,answer:a,settings:n})}catch(e){this.#t===t&&(this.#e.replaceChildren(),this.report(e))}}#n({playability_score:e,recommendation:t,start_time:n},{voice:r,answer:i,settings:a}){let{source:o,ageSeconds:s}=i,c=M(`span`,{class:`words`,part:`words`},r.words.verdicts[t]),l=W(t,e);l.append(` `,c),l.title=V(o,r),this.#e.lang=r.words.tag,this.#e.replaceChildren(l),this.tell(`loaded`,{...a.session,startTime:n,playabilityScore:e,recommendation:t,source:o,ageSeconds:s})}};function J({body:e},t){let n=e.sessions?.find(({start_time:e})=>Date.parse(e)===t);if(n===void 0)throw new s(`start has passed, or is more than 7 days ahead.`,{reason:`START_NOT_FORECAST`,isLasting:!0});return n}function Y({badgesUrl:e,apiKey:t}){let n=`${t} ${e}`,r=G.get(n);if(r!==void 0&&Date.now()-r.atMs<3e5)return r.answer;let i=P(e,{apiKey:t,signal:new AbortController().signal}),a={atMs:Date.now(),answer:i};return G.set(n,a),i.catch(()=>G.get(n)===a&&G.delete(n)),i}j(`suitability-badge`,q);