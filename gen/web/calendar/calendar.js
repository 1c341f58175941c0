const e=`en-150`,t=new Map([[`en`,e],[`pt`,`pt-PT`]]);function n(e){let[n,...a]=[r(e),...navigator.languages].flatMap(i),o=n??`en-150`,s=a.find(e=>e.startsWith(`${o}-`));return o.includes(`-`)?o:s??t.get(o)??o}function r(e){for(let t=e;;){let e=t.closest(`[lang]`)?.getAttribute(`lang`),n=t.getRootNode();if(e||!(n instanceof ShadowRoot))return e??``;t=n.host}}function i(e){try{return Intl.getCanonicalLocales(e.trim().replaceAll(`_`,`-`))}catch{return[]}}function a(e,t){let n=t===`en-US`,r=(e,n={})=>{let r=new Intl.NumberFormat(t,{style:`unit`,unit:e,...n});return e=>o(r.format(e).replaceAll(` `,`\xA0`))},i=new Intl.NumberFormat(t,{style:`percent`}),a=new Intl.RelativeTimeFormat(t),s=r(`hour`,{unitDisplay:`long`}),c=r(`day`,{unitDisplay:`long`}),l=r(n?`fahrenheit`:`celsius`,{maximumFractionDigits:0}),u=n?r(`inch`,{maximumFractionDigits:2}):r(`millimeter`,{maximumFractionDigits:1});return{words:e,locale:t,percent:e=>i.format(e),degrees:e=>l(Math.round(n?e*1.8+32:e)+0),depth:e=>u(n?Math.max(e/25.4,e>0?.01:0):e),minutes:r(`minute`,{unitDisplay:`long`}),lead:e=>e<48?s(e):c(Math.round(e/24)),fromNow(e){let[t,n]=[[`day`,86400],[`hour`,3600],[`minute`,60],[`second`,1]].find(([,t])=>Math.abs(e)>=2*t)??[`second`,1];return a.format(Math.sign(e)*Math.ceil(Math.abs(e)/n),t)}}}function o(e){return e.replaceAll(`-`,`−`)}function s(e,t){return e.replaceAll(/\{(\w+)\}/g,(e,n)=>String(t[n]))}function c(e,{words:t,fromNow:n}){return e<60?``:s(t.asItWas,{when:n(-e)})}var l=class extends Error{constructor(e,{reason:t,isLasting:n=!1,retrySeconds:r}){super(e),this.reason=t,this.isLasting=n,this.retrySeconds=r}};function u(e,...t){console.error(e,...t)}function d(e,t=`NOT_SET_UP`){return new l(`This calendar is not set up right: ${e}`,{reason:t,isLasting:!0})}function f({reason:e,isLasting:t,retrySeconds:n},{words:r,fromNow:i}){if(e===`START_IN_PAST`)return r.passed;if(t)return r.none;let a=n===void 0?r.tryLater:s(r.tryIn,{when:i(n)});return`${r.none} ${a}`}async function p(t){let{folder:n,tags:r}=SERVICE.words,i=[t,t.split(`-`)[0]??``].find(e=>r.some(t=>t===e)),{href:o}=new URL(`${n}/${i??`en`}.js`,import.meta.url);try{let{default:n}=await import(o);return a(n,i===void 0?e:t)}catch(e){throw new l(`${o} cannot be loaded: ${e}`,{reason:`UNREACHABLE`})}}const m=6e4,h=1440,g=[60,30,15];function ee(e,t,n){let r=Math.ceil(v(e)/15)*15,i=n===void 0?[0]:y(n);return{firstMinute:r,minutes:t,askedMinutes:g.find(e=>t%e===0&&i.every(t=>(r-t)%e===0))??15}}function te(e){return g.find(t=>[...e].every(e=>e%(t*m)==0))??15}function _(e,{firstMinute:t,minutes:n,askedMinutes:r}){return(v(e)-t+h)%h%n<r}function v(e){return Number(e.slice(0,2))*60+Number(e.slice(3))}function y(e){let t=Math.floor(Date.now()/m)*m;return Array.from({length:12},(n,r)=>{let i=t+43800*m*r,{day:a,time:o}=e.read(new Date(i).toISOString());return(Date.parse(`${a}T${o}:00Z`)-i)/m})}const b=/^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;function x(e){let t=e.toUpperCase(),[,n,r,i]=b.exec(t)??[],a=new Date(Date.UTC(Number(n),Number(r),0)).getUTCDate();return Number(i)<=a?Date.parse(t):NaN}function S(e){try{return C(e)}catch(e){if(e instanceof RangeError)return;throw e}}function C(e){let t=new Intl.DateTimeFormat(`en-GB`,{timeZone:e,hourCycle:`h23`,year:`numeric`,month:`2-digit`,day:`2-digit`,hour:`2-digit`,minute:`2-digit`});return{timeZone:t.resolvedOptions().timeZone,read:e=>{let{year:n,month:r,day:i,hour:a,minute:o}=Object.fromEntries(t.formatToParts(new Date(e)).map(({type:e,value:t})=>[e,t]));return{day:`${n}-${r}-${i}`,time:`${a}:${o}`}}}}function w(e,t,n){let[r,i]=[e.read(n),t.read(n)];return r.day===i.day&&r.time===i.time}function T({timeZone:e},{locale:t,words:n}){let r=new Intl.DateTimeFormat(t,{hour:`numeric`}).resolvedOptions().hour12===!0,i={hour:r?`numeric`:`2-digit`,minute:`2-digit`},a=e=>new Intl.DateTimeFormat(t,e),o=a({timeZone:e,weekday:`short`,day:`numeric`,month:`short`,...i}),s=new Intl.DateTimeFormat(t.split(`-`)[0],{timeZone:`UTC`,weekday:`short`}),c=a({timeZone:`UTC`,day:`numeric`,month:`short`}),l=a({timeZone:`UTC`,...i}),u=a({timeZone:`UTC`,hour:`numeric`});return{zone:E(e,{locale:t,cities:n.cities}),say:e=>o.format(new Date(e)),sayDay:e=>({weekday:s.format(new Date(e)),date:c.format(new Date(e))}),sayTime:e=>(r&&e.endsWith(`:00`)?u:l).format(new Date(`1970-01-01T${e}Z`))}}function E(e,{locale:t,cities:n}){if(e.includes(`/`)&&!e.startsWith(`Etc/`)){let t=e.slice(e.lastIndexOf(`/`)+1);return n[t]??t.replaceAll(`_`,` `)}return o(new Intl.DateTimeFormat(t,{timeZone:e,timeZoneName:`short`}).formatToParts().find(({type:e})=>e===`timeZoneName`)?.value??e)}const D=[`covered`,`sheltered`,`floodlit`,`surface`,`temp-shift-c`],O=[`lang`,`src`,`api-key`,`key`,`place`,`sport`,`duration`,`step`,`days`,`hours`,`slots`,`time-zone`,`switches`,`track-record`,...D],k=`-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?`,ne=RegExp(`^(${k})\\s*,\\s*(${k})$`),re=/^((?:[01]\d|2[0-3]):[0-5]\d)\s*-\s*((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;function ie(e,{apiKey:t,serviceUrl:n,switched:r}){let i=t=>e.getAttribute(t)?.trim()||void 0,{lat:a,lng:o}=ae(i(`place`)??``),s=oe(i(`hours`)??`08:00-21:00`),c=i(`sport`)??`outdoor`,l=i(`duration`)??`60`,u=i(`days`)??`7`,{slots:f,unfitSlots:p}=se(e.getAttribute(`slots`)),m=i(`time-zone`),h=m===void 0?void 0:S(m),g=S(Intl.DateTimeFormat().resolvedOptions().timeZone),_=D.flatMap(e=>{let t=i(e);return t===void 0?[]:[[e.replaceAll(`-`,`_`),t]]}),v={...Object.fromEntries(_),...r},y={lat:a,lng:o,sport:c,duration_minutes:l,...v},b=new URL(i(`src`)??n,document.baseURI),x=t??le(i(`api-key`)??i(`key`)),w=new URL(n).origin;if(x===void 0&&b.origin===w&&w!==location.origin)throw d(`it needs src="/…", a path of your server that adds the key, or api-key="wpk_…".`);let T=ue(b.href),E=f?void 0:ee(s.from,ce(i(`step`)??`60`),h),O=f?te(f):E?.askedMinutes;return{forecastUrl:T(`v1/forecast`,{...y,days:u,step_minutes:String(O),explain:`true`}),confidenceUrl:(e,t)=>T(`v1/booking-confidence`,{...y,start_time:e,explain:`true`,odds:`true`,lang:t}),trackRecordUrl:e.hasAttribute(`track-record`)?T(`v1/track-record`,{lat:a,lng:o,sport:c}):void 0,badgesUrl:T(`v1/forecast`,{...y,days:`7`,step_minutes:`15`}),apiKey:x,session:{lat:Number(a),lng:Number(o),sport:c,durationMinutes:Number(l),facts:v},days:Number(u),hours:s,step:E,slots:f,unfitSlots:p,hasSwitches:e.hasAttribute(`switches`),venueClock:h,readersClock:g,mainClock:h??g??C(`UTC`),unknownZone:h===void 0?m:void 0}}function ae(e){let[,t,n]=ne.exec(e)??[];if(t===void 0||n===void 0)throw d(`place has to be latitude and longitude, such as place="51.434,-0.214".`);return{lat:t,lng:n}}function oe(e){let[,t,n]=re.exec(e)??[];if(t===void 0||n===void 0)throw d(`hours has to be two times of day, such as hours="09:00-21:00".`);return{from:t,to:n}}function se(e){let t=e?.split(/[\s,]+/).filter(Boolean),n=t?.filter(A)??[],r=t?.filter(e=>!A(e))??[],[i]=r;if(i!==void 0&&n.length===0)throw d(j(i));return{slots:t&&new Set(n.map(x)),unfitSlots:r}}function A(e){return x(e)%9e5==0}function j(e){return`a start has to be on a quarter of an hour and say its offset, such as 2026-11-22T14:15:00Z; it is ${e}.`}function ce(e){if(!/^(?:15|30|60)$/.test(e))throw d(`step has to be 15, 30 or 60 minutes, such as step="30".`);return Number(e)}function le(e){if(e!==void 0&&!e.startsWith(`wpk_`))throw d(`api-key takes publishable keys (wpk_…) only. Whoever reads this page can read its key: revoke it if it is a secret one.`);return e}function ue(e){let t=e.endsWith(`/`)?e:`${e}/`;return(e,n)=>{let r=new URL(t+e);return r.search=new URLSearchParams(n).toString(),r.href}}const de=new URL(`..`,import.meta.url).href,fe=globalThis.HTMLElement??Object;var pe=class extends fe{#e;#t=!1;set apiKey(e){this.#e=e,this.updateSoon()}connectedCallback(){this.updateSoon()}attributeChangedCallback(e,t,n){t!==n&&this.updateSoon()}updateSoon(){!this.#t&&this.isConnected&&(this.#t=!0,queueMicrotask(()=>{if(this.#t=!1,!this.isConnected)return;let e=p(n(this));this.update(e).catch(e=>this.report(e))}))}async update(e){}settings(e={}){return ie(this,{apiKey:this.#e,serviceUrl:de,switched:e})}tell(e,t){this.dispatchEvent(new CustomEvent(e,{detail:t,bubbles:!0,composed:!0}))}report(e){if(!(e instanceof l))throw e;let{message:t,reason:n}=e;return u(`<${this.localName}> ${t}`,this),this.tell(`failed`,{reason:n,message:t}),e}};function me(e){let t=new CSSStyleSheet;return t.replaceSync(e),t}function he(e,t){globalThis.window!==void 0&&customElements.get(e)===void 0&&customElements.define(e,t)}function M(e,t={},...n){return P(document.createElement(e),t,n)}function N(e,t={},...n){return P(document.createElementNS(`http://www.w3.org/2000/svg`,e),t,n)}function P(e,t,n){for(let[n,r]of Object.entries(t))e.setAttribute(n,String(r));return e.append(...n),e}const ge=/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;function F(e){return/^\d+$/.test(e?.trim()??``)?Number(e):void 0}function _e(e){let t=e.get(`retry-after`),n=I(t);return n===void 0?F(t):Math.max(0,Math.ceil((n-(I(e.get(`date`))??Date.now()))/1e3))}function I(e){let t=ge.test(e?.trim()??``)?Date.parse(e??``):NaN;return Number.isNaN(t)?void 0:t}async function L(e,{apiKey:t,signal:n}){let{response:r,body:i}=await ve(e,{apiKey:t,signal:n});if(r.ok&&i!==void 0){let{headers:e}=r;return{body:i,ageSeconds:F(e.get(`age`))??0,source:e.get(`weather-source`)}}throw ye(r,{url:e,...i})}async function ve(e,{apiKey:t,signal:n}){try{let r=await fetch(e,{headers:t===void 0?{}:{"x-api-key":t},redirect:t===void 0?`follow`:`error`,signal:AbortSignal.any([n,AbortSignal.timeout(15e3)])});return{response:r,body:await r.json().catch(()=>void 0)}}catch(t){throw n.throwIfAborted(),new l(`${R(e)} cannot be reached: ${t}`,{reason:`UNREACHABLE`})}}function ye({status:e,headers:t},{url:n,detail:r,reason:i=`HTTP_${e}`}){let a=`${R(n)} answers ${e}${r===void 0?`.`:`: ${r}`}`;if(i===`START_IN_PAST`)return new l(a,{reason:i,isLasting:!0});if(e>=400&&e<500&&e!==429)return d(a,i);let o=_e(t)??0;return new l(a,{reason:i,...o>0&&{retrySeconds:o}})}function R(e){return e.replace(/\?.*/,``)}var be=`:host {
  display: block;
  container-type: inline-size;
  line-height: 1.4;
}

* {
  box-sizing: border-box;
}

p,
ul {
  margin: 0;
  padding: 0;
}

ul {
  list-style: none;
}

.frame {
  display: grid;
  gap: 1em;
}

.week,
.chosen {
  display: grid;
  align-content: start;
  gap: 0.75em;
  min-width: 0;
}

/* A sheet from below, so that the grid stays visible; beside the grid if there is room. */
.chosen {
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  overflow: auto;
  max-height: 60vh;
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 2);
  padding: 1em;
  /* A shadow at the lower edge shows that the text goes on; the end of the text covers it. */
  background:
    linear-gradient(var(--_surface), var(--_surface)) bottom / 100% 2em no-repeat local,
    linear-gradient(transparent, rgb(0 0 0 / 25%)) bottom / 100% 1em no-repeat,
    var(--_surface);
  box-shadow: 0 -4px 16px rgb(0 0 0 / 20%);
}

/* Browsers replace colours here, but not the colours of gradients. */
@media (forced-colors: active) {
  .chosen {
    background: Canvas;
  }
}

.close {
  position: sticky;
  inset-block-start: 0;
  place-self: start end;
  width: 2.25em;
  margin-block-end: -3em;
  padding: 0;
  background: var(--_surface);
}

.notice {
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 0.75em;
  min-height: 12em;
  border: 1px dashed var(--_line);
  border-radius: var(--_radius);
  padding: 1em;
  text-align: center;
}

.quiet,
.zone,
.hint,
.assumed,
.credit,
th {
  color: var(--_quiet);
  font-size: 0.875em;
}

.heading {
  font-weight: 650;
}

/* Beside the button that closes. */
.close + .heading {
  padding-inline-end: 2.5em;
}

a {
  color: inherit;
}

/* The grid */

.scroll {
  overflow-x: auto;
  /* Room for the outline of a cell at the edge. */
  padding: 3px;
}

table {
  width: 100%;
  /* With a definite height on the table, cells fill their rows in Firefox too. */
  height: 1px;
  min-width: 15em;
  border-spacing: 2px;
  table-layout: fixed;
}

th {
  padding: 0 0.25em 0 0;
  font-weight: 400;
}

thead th:first-child {
  width: 3.4em;
}

thead th span {
  display: block;
  font-size: 0.9em;
}

tbody th {
  font-variant-numeric: tabular-nums;
  text-align: end;
  white-space: nowrap;
}

tbody tr,
td {
  height: 100%;
}

td {
  padding: 0;
}

button,
select,
.switch {
  min-height: 2.25em;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.2em 0.75em;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}

button:hover,
.switch:hover {
  border-color: var(--_accent);
}

.assumed {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4em;
}

.switch {
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
}

input {
  margin: 0;
  accent-color: var(--_accent);
}

[aria-pressed="true"] {
  border-color: currentColor;
  box-shadow: inset 0 0 0 1px currentColor;
}

option {
  background: Canvas;
  color: CanvasText;
}

button:focus-visible,
select:focus-visible,
input:focus-visible,
a:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}

.cell {
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  width: 100%;
  height: 100%;
  border-color: transparent;
  padding: 0;
  font-variant-numeric: tabular-nums;
}

[aria-selected="true"] .cell {
  border-color: currentColor;
  box-shadow: inset 0 0 0 1px currentColor;
  font-weight: 700;
}

.mark {
  font-weight: 700;
}

.score,
.weather,
.sky {
  display: inline-flex;
  align-items: center;
  gap: 0.3em;
}

.cell .weather {
  display: none;
  flex-wrap: wrap;
  justify-content: center;
  column-gap: 0.4em;
  font-size: 0.8125em;
  font-weight: 400;
}

.weather::after {
  content: attr(data-figures);
}

.with-weather .cell .weather {
  display: inline-flex;
}

.icon {
  flex: none;
  width: 1.4em;
  height: 1.4em;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.8;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.unseen {
  position: absolute;
  overflow: hidden;
  width: 1px;
  height: 1px;
  clip-path: inset(50%);
}

.legend {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5em 1.25em;
  font-size: 0.875em;
}

.credit {
  font-size: 0.75em;
}

/* The chosen start */

.verdict {
  display: flex;
  align-items: center;
  font-size: 1.125em;
}

.columns {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18em), 1fr));
  gap: 1em 2em;
}

.columns > div {
  display: grid;
  align-content: start;
  gap: 0.25em;
}

.bars {
  display: grid;
  /* As wide as the longest word at least. */
  grid-template-columns: fit-content(9.5em) 1fr 2.75em;
  gap: 0.2em 0.5em;
  font-size: 0.875em;
}

.bars li {
  display: grid;
  grid-column: 1 / -1;
  grid-template-columns: subgrid;
  align-items: center;
}

.track {
  overflow: hidden;
  height: 0.75em;
  border-radius: var(--_radius);
  background: color-mix(in srgb, var(--_line) 45%, transparent);
}

.bar {
  display: block;
  height: 100%;
  min-width: 2px;
  border: 1px solid currentColor;
  border-radius: inherit;
}

.lost {
  background: var(--_accent);
  color: var(--_accent);
}

.figure {
  font-variant-numeric: tabular-nums;
  text-align: end;
}

.better {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5em;
  margin-block-start: 0.25em;
}

.better .badge {
  margin-inline: 0.5em 0;
}

@container (min-width: 44em) {
  .cell .weather {
    display: inline-flex;
  }

  .weather-button {
    display: none;
  }
}

@container (max-width: 56em) {
  /* Scrolling to a cell stops above the sheet. */
  .cell {
    scroll-margin-block-end: 62vh;
  }
}

@container (min-width: 56em) {
  .frame:has(.chosen:not([hidden])) {
    grid-template-columns: minmax(0, 1fr) clamp(19em, 34cqi, 22em);
  }

  .chosen {
    inset-block: 1em auto;
    align-self: start;
    max-height: calc(100vh - 2em);
    box-shadow: none;
  }
}

/* Below the second width, cells beside the details have room for one figure. */
@container (min-width: 56em) and (max-width: 82em) {
  .frame:has(.chosen:not([hidden])) .weather::after {
    content: attr(data-degrees);
  }
}

@container (max-width: 30em) {
  .score,
  .cell .weather {
    flex-direction: column;
    gap: 0;
  }

  .cell {
    min-height: 2.9em;
    font-size: 0.8125em;
    line-height: 1.15;
  }

  thead th:first-child {
    width: 2.9em;
  }

  th {
    font-size: 0.75em;
  }

  thead th {
    padding: 0;
  }

  thead th span {
    font-size: 0.85em;
  }

  .bars {
    grid-template-columns: fit-content(8em) 1fr 2.75em;
  }
}
`;function xe({days:e,rows:t},n){let r=e.map((e,n)=>t.flatMap(({sessions:e})=>e[n]??[])),i=Date.parse(n.start_time),a=r.findIndex(e=>e.some(({start_time:e})=>Date.parse(e)===i)),o=t=>Math.abs(Date.parse(e[t]??``)-Date.parse(e[a]??``))/864e5;return[...r.keys()].sort((e,t)=>o(e)-o(t)).flatMap(e=>Se(r[e]??[],n)).slice(0,4)}function Se(e,t){let n=[],r=e.filter(e=>Ce(e,t));for(let e of r.sort((e,t)=>t.playability_score-e.playability_score))n.every(t=>Math.abs(Date.parse(t.start_time)-Date.parse(e.start_time))>36e5)&&n.length<2&&n.push(e);return n}function Ce(e,t){let n=e.playability_score-t.playability_score;return e.recommendation!==`not_recommended`&&n>0&&(n>=10||e.recommendation!==t.recommendation)}const z=`M7 15h10a3.7 3.7 0 0 0 .6-7.3A5.6 5.6 0 0 0 6.8 8 3.5 3.5 0 0 0 7 15z`,we={dry:`M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8`,cloudy:`M6.5 18.5h11a4.2 4.2 0 0 0 .7-8.3 6.3 6.3 0 0 0-12.1.4 4 4 0 0 0 .4 7.9z`,rain:`${z}M8 18l-1 3.5M12.5 18l-1 3.5M17 18l-1 3.5`,snow:`${z}M7.5 18.5v.1M12 18.5v.1M16.5 18.5v.1M9.7 21.8v.1M14.3 21.8v.1`,storm:`${z}M12.8 15l-2.6 4h3.4l-2.2 4`,fog:`M4 7.5h12M8 11.5h12M4 15.5h13M9 19.5h9`,wind:`M3 9h11.5a2.8 2.8 0 1 0-2.7-3.6M3 13h15.5a2.8 2.8 0 1 1-2.7 3.6M3 17h8.5a2.3 2.3 0 1 1-2.2 3`,dark:`M19.5 14.3A8 8 0 1 1 9.7 4.5a6.4 6.4 0 0 0 9.8 9.8z`};function B(e){return N(`svg`,{class:`icon`,viewBox:`0 0 24 24`,"aria-hidden":`true`},N(`path`,{d:we[e]}))}const V={safe_to_book:{name:`safe`,mark:`✓`,band:`80–100`},proceed_with_caution:{name:`caution`,mark:`!`,band:`50–79`},not_recommended:{name:`poor`,mark:`✕`,band:`0–49`}},H=[`safe_to_book`,`proceed_with_caution`,`not_recommended`];function U(e,t,n){let{name:r,mark:i}=V[e],a=`${n??i} ${t}`.trimEnd();return M(`span`,{class:`badge ${r}`,part:`badge badge-${r}`},a)}function W(e,t){let{words:n,degrees:r}=t,i=G(e,t)[1]??Te(e,t);return[i!==void 0&&e.kind===`dry`?void 0:n.weather[e.kind],r(e.tempC),i].filter(e=>e!==void 0).join(`, `)}function G({tempC:e,rainMm:t},{degrees:n,depth:r}){return[n(e),...t>=.05?[r(t)]:[]]}function Te({kind:e,tempC:t,chancePct:n},{words:r,percent:i}){if(n<15)return;let a=e===`snow`||e!==`rain`&&t<=0,o=i(Math.round(n/10)/10);return s(a?r.chanceOfSnow:r.chanceOfRain,{percent:o})}function Ee({settings:e,clock:t,isReadersTime:n,voice:{words:r}},{sessions:i,onZoneChanged:a}){let o=M(`p`,{class:`zone`,part:`zone`}),{venueClock:c,readersClock:l,unknownZone:u}=e,d={zone:t.zone};if(c===void 0){let e=l===void 0?r.utcTimes:s(r.readerTimes,d);return o.append(u===void 0?e:`${r.zoneUnknown} ${e}`),o}if([i[0],i.at(-1)].every(e=>l&&e&&w(c,l,e.start_time)))return o.append(r.sameTimes),o;if(o.append(s(n?r.readerTimes:r.venueTimes,d)),l!==void 0){let e=M(`button`,{type:`button`,part:`button`},n?r.showVenues:r.showReaders);e.addEventListener(`click`,a),o.append(` `,e)}return o}function De({start_time:e},{settings:t,clock:n,isReadersTime:r,voice:{words:i}}){let{venueClock:a,readersClock:o}=t,s=n.say(e);return a===void 0?o===void 0?`${s} (${n.zone})`:s:o!==void 0&&w(a,o,e)?s:`${s} (${r?i.readerTime:i.venueTime})`}function Oe(e,t){let{voice:n,weatherAt:r}=t,i=r(e.start_time);return[M(`p`,{class:`heading`,part:`chosen`},De(e,t)),M(`p`,{class:`verdict`},U(e.recommendation,e.playability_score),M(`strong`,{},n.words.verdicts[e.recommendation])),...i?[M(`p`,{class:`sky`},B(i.kind),W(i,n))]:[]]}function ke({summary:e,rain_risk:t,wind_risk:n},{settings:r,voice:{words:i}}){let a=r.session.sport.toLowerCase().replaceAll(/[\s-]/g,`_`),o=[s(i.rainRisk,{risk:i.risks[t]}),...SERVICE.windSports.includes(a)?[]:[s(i.windRisk,{risk:i.risks[n]})]];return[M(`p`,{},e),M(`p`,{class:`quiet`},o.join(` `))]}function Ae({explanation:e,odds:t},{voice:n}){return[M(`div`,{class:`columns`},je(e,n),...t?[Me(t,n)]:[])]}function je({points_lost:e,limiting:t}={points_lost:[]},{words:n}){let r=M(`p`,{class:`heading`},n.pointsLost);if(e.length===0)return M(`div`,{},r,M(`p`,{},n.noneLost));let i=M(`ul`,{class:`bars`},...e.map(({factor:e,points:t})=>K({label:n.factors[e],share:t/100,figure:`−${t}`,name:`lost`})));return t===void 0?M(`div`,{},r,i):M(`div`,{},r,i,M(`p`,{class:`quiet`},s(n.limiting,{verdict:n.verdicts.safe_to_book,factor:n.factors[t.factor]})))}function Me(e,{words:t,percent:n,lead:r}){let i=H.map(r=>K({label:t.verdicts[r],share:e[r],figure:n(e[r]),name:V[r].name})),{lead_hours:a}=e,o=a<2?t.onTheDay:s(t.ahead,{lead:r(a)});return M(`div`,{},M(`p`,{class:`heading`},t.howSure),M(`ul`,{class:`bars`},...i),M(`p`,{class:`quiet`},o),M(`p`,{class:`quiet`},t.whichToBelieve))}function K({label:e,share:t,figure:n,name:r}){let i=M(`span`,{class:`bar ${r}`,part:`bar bar-${r}`});return i.style.inlineSize=`${t*100}%`,M(`li`,{},M(`span`,{},e),M(`span`,{class:`track`},i),M(`span`,{class:`figure`},n))}function Ne(e,{week:t,clock:n,voice:r,onChosen:i}){let a=M(`p`,{class:`heading`},r.words.better),o=xe(t,e).map(e=>{let t=U(e.recommendation,e.playability_score),r=M(`button`,{type:`button`,part:`button`},n.say(e.start_time),t);return r.addEventListener(`click`,()=>i(e)),M(`li`,{},r)});if(o.length>0)return[M(`div`,{},a,M(`ul`,{class:`better`},...o))];let s=M(`div`,{},a,M(`p`,{},r.words.noBetter));return e.recommendation===`safe_to_book`?[]:[s]}function Pe(e,{label:t,onChosen:n}){let{clock:r,voice:i}=e,{days:a,rows:o}=e.week,c=o.map(({sessions:t})=>t.map(t=>t&&Fe(t,{view:e,onChosen:n}))),l=a.map(e=>{let{weekday:t,date:n}=r.sayDay(e);return M(`th`,{scope:`col`,part:`day`},t,M(`span`,{},n))}),u=M(`tr`,{},M(`th`,{scope:`col`},M(`span`,{class:`unseen`},i.words.start)),...l),d=o.map((e,t)=>{let n=r.sayTime(e.time);return M(`tr`,{},M(`th`,{scope:`row`,part:`time`},e.isAgain?s(i.words.again,{time:n}):n),...a.map((e,n)=>M(`td`,{},c[t]?.[n]??``)))}),f=M(`table`,{role:`grid`,part:`grid`,"aria-label":t},M(`thead`,{},u),M(`tbody`,{},...d));return Le(f,c),f}function Fe(e,{view:t,onChosen:n}){let r=M(`button`,{type:`button`,tabindex:`-1`,"data-start":e.start_time});return q(r,e,t),r.addEventListener(`click`,()=>n(e)),r}function q(e,t,{voice:n,clock:r,weatherAt:i,oftenChanges:a}){let{name:o,mark:c}=V[t.recommendation],{words:l}=n,u=t.playability_score,d=i(t.start_time),f=l.verdicts[t.recommendation],p=a(t),m=p?`${f}, ${l.oftenChanges}`:f,h=s(l.cell,{when:r.say(t.start_time),score:u,verdict:m});if(e.setAttribute(`part`,`cell cell-${o}`),e.className=`cell ${o}`,e.setAttribute(`aria-label`,d?`${h}. ${W(d,n)}`:h),e.replaceChildren(M(`span`,{class:`score`},M(`span`,{class:`mark`},p?`≈`:c),String(u))),d){let t=G(d,n),[r=``]=t,i={class:`weather`,part:`weather`,"data-figures":t.join(` `),"data-degrees":r};e.append(M(`span`,i,B(d.kind)))}}const Ie={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]};function Le(e,t){let n=t.flat().filter(e=>e!==void 0),r=n[0],i=e=>{r?.setAttribute(`tabindex`,`-1`),r=e,r?.setAttribute(`tabindex`,`0`)};i(r),e.addEventListener(`focusin`,({target:e})=>i(n.find(t=>t===e)??r)),e.addEventListener(`keydown`,e=>{if(e.altKey||e.ctrlKey||e.metaKey)return;let n=t.find(e=>e.includes(r))??[],i=n.filter(e=>e!==void 0),o=new Map([[`Home`,i[0]],[`End`,i.at(-1)]]).get(e.key)??a(t.indexOf(n),n.indexOf(r),e.key);o!==void 0&&(e.preventDefault(),o.focus())});function a(e,n,r){let[i,o]=Ie[r]??[0,0],[s,c]=[e+i,n+o],l=t[s],u=l===void 0||c<0||c>=l.length;return i===0&&o===0||u?void 0:l[c]??a(s,c,r)}}function Re({calendar:e,week:t,section:n}){let r=new AbortController,i=()=>{r.abort(),n.hidden=!0},a=()=>{i();let e=t.querySelector(`[aria-selected]`);e?.removeAttribute(`aria-selected`),e?.querySelector(`button`)?.focus({preventScroll:!0})};n.parentElement?.addEventListener(`keydown`,e=>{e.key===`Escape`&&!n.hidden&&(e.preventDefault(),e.stopPropagation(),a())});let o=(a,o)=>{i();let{settings:c,voice:l}=o,u=Be(t,a.start_time);s(a,o),n.setAttribute(`aria-label`,l.words.chosen),n.hidden=!1,n.scrollTop=0,u?.scrollIntoView({block:`nearest`});let{start_time:d,playability_score:f,recommendation:p}=a;e.tell(`slot-chosen`,{...c.session,startTime:d,playabilityScore:f,recommendation:p}),e.hasAttribute(`details`)&&(r=new AbortController,ze(a,{view:o,cell:u,section:n,signal:r.signal,show:s,calendar:e}))},s=(e,t,r)=>{let i=M(`button`,{type:`button`,class:`close`,part:`button`,"aria-label":t.voice.words.close},`✕`);i.addEventListener(`click`,a);let s=e=>o(e,t);n.replaceChildren(i,...Oe(e,t),...r?ke(r,t):[],...Ne(e,{...t,onChosen:s}),...r?Ae(r,t):[])};return{choose:o,forget:i}}async function ze(e,{view:t,cell:n,section:r,signal:i,show:a,calendar:o}){let{settings:s,voice:u}=t,{words:d}=u,p=M(`p`,{class:`quiet`,role:`status`},d.loadingDetails);r.append(p);try{let{apiKey:o,confidenceUrl:l}=s,{body:f,ageSeconds:m}=await L(l(e.start_time,d.tag),{apiKey:o,signal:i}),h={...f,start_time:e.start_time};n!==void 0&&q(n,h,t),p.textContent=[e.playability_score===h.playability_score?``:d.changed,c(m,u)].join(` `).trim(),a(h,t,h),p.textContent!==``&&r.append(p),n?.scrollIntoView({block:`nearest`})}catch(e){if(i.aborted)return;if(!(e instanceof l))throw e;o.report(e),p.textContent=f(e,u)}}function Be(e,t){e.querySelector(`[aria-selected]`)?.removeAttribute(`aria-selected`);let n=[...e.querySelectorAll(`button`)].find(({dataset:e})=>e.start===t);return n?.closest(`td`)?.setAttribute(`aria-selected`,`true`),n?.focus({preventScroll:!0}),n}function Ve(e){let t=e===void 0?1/0:Date.parse(e);return({start_time:e,recommendation:n})=>n===`safe_to_book`&&Date.parse(e)>=t}function He(){let e;return({trackRecordUrl:t,apiKey:n})=>{if(t!==void 0)return(e?.url!==t||e.apiKey!==n)&&(e={url:t,apiKey:n,answer:L(t,{apiKey:n,signal:new AbortController().signal}).then(({body:e})=>e,Ue)}),e.answer}}function Ue({message:e}){u(`The record of past forecasts is not shown: ${e}`)}function We(e,{words:t,locale:n}){let r=M(`p`,{class:`quiet`,part:`track-record`});return r.hidden=!0,(async()=>{let{days:i,leads:a=[]}=(await e)?.place??{},o=a.find(e=>e.days_ahead===1)?.safe_to_book.share;if(o!==void 0){let e=new Intl.NumberFormat(n);r.textContent=s(t.trackRecord,{days:e.format(i),verdict:t.verdicts.safe_to_book,share:e.format(Math.round(o*100))}),r.hidden=!1}})(),r}var Ge=`/* A page sets colours with the variables named here, and everything else with \`::part\`. Internal names start with \`--_\`: if
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
`;const J=36e5,Ke=[`storm`,`snow`,`rain`,`wind`,`fog`,`cloudy`,`dry`];function qe(e,t){let n=new Map(e.map(e=>[Date.parse(e.time),e]));return e=>{let r=Date.parse(e),i=r+t*6e4,a=Math.floor(r/J)*J,o=n.get(a);if(o?.explanation?.conditions===void 0)return;let s=new Set,c=0,l=0,u=!0;for(let e=a;e<i;e+=J){let t=n.get(e);if(t===void 0)break;s.add(t.explanation?.conditions).add(t.wind_kmh>=39?`wind`:void 0),c+=t.rain_mm*(Math.min(i,e+J)-Math.max(r,e))/J,l=Math.max(l,t.explanation?.precip_prob_pct??0),u&&=t.explanation?.is_day===!1}let d=Ke.find(e=>s.has(e))??`dry`;return{kind:u&&(d===`dry`||d===`cloudy`)?`dark`:d,tempC:o.temp_c,rainMm:c,chancePct:l}}}function Je(e,{hours:t,step:n,slots:r,days:i,mainClock:a,shownClock:o}){let s=new Map,c=new Set;for(let i of e){let{time:e}=a.read(i.start_time);if(!(r?r.has(Date.parse(i.start_time)):Ye(e,t)&&(n===void 0||_(e,n))))continue;let{day:l,time:u}=o.read(i.start_time);c.add(l);let d=s.get(u)?.has(l)?`${u}${Y}`:u;s.set(d,(s.get(d)??new Map).set(l,i))}let l=[...c].slice(0,i);return{days:l,rows:[...s].sort(([e],[t])=>e<t?-1:1).map(([e,t])=>({time:e.replace(Y,``),isAgain:e.endsWith(Y),sessions:l.map(e=>t.get(e))})).filter(e=>e.sessions.some(e=>e!==void 0))}}const Y=` again`;function Ye(e,{from:t,to:n}){return t<=n?t<=e&&e<=n:t<=e||e<=n}function Xe({settings:e,voice:t},n){let{hasSwitches:r,session:i}=e,{words:a}=t,o=SERVICE.venues[i.sport.toLowerCase()]??{},s={...o,...i.facts},c=[...u(`covered`,a.covered,a.uncovered),...u(`floodlit`,a.floodlit,a.unlit),...d()],l=c.flatMap((e,t)=>t>0&&!r?[`, `,e]:[e]);return c.length===0?[]:[M(`p`,{class:`assumed`,part:`assumed`},`${a.assumed} `,...l)];function u(e,t,i){if(s[e]===void 0)return[];let a=String(s[e])===`true`;if(!r)return[a?t:i];let o=M(`input`,{type:`checkbox`});return o.checked=a,o.addEventListener(`change`,()=>n(e,String(o.checked))),[M(`label`,{class:`switch`,part:`button`},o,t)]}function d(){let e=o.surfaces??[],t=s.surface;if(!r||e.length===0)return t===void 0?[]:[a.surfaces[t]];let i=e.map(e=>M(`option`,{value:e},a.surfaces[e])),c=M(`select`,{part:`button`,"aria-label":a.surface},...i);return t===void 0&&c.prepend(M(`option`,{value:``},a.surface)),c.value=t??``,c.addEventListener(`change`,()=>n(`surface`,c.value)),[c]}}const Ze=new Map(Object.entries(SERVICE.credits));function Qe(e,{words:t}){let n=(e??``).split(`,`).flatMap(e=>{let n=e.trim(),r=Ze.get(n);return r?[{...r,text:t.credits[n]??n}]:[]});return n.length===0&&u(`The weather's credit cannot be given: the answer's Weather-Source is missing or not known:`,e),n}function X(e,t){let n=M(`p`,{part:`credit`,class:`credit`});for(let{text:r,url:i,licences:a}of Qe(e,t))i===void 0?n.append(`${r} `):n.append(Z(r,i),` (`,...a.flatMap((e,t)=>[t>0?`, `:``,Z(e.name,e.url)]),`). `);let{name:r,url:i}=SERVICE.operator,[a=``,o=``]=t.words.scores.split(`{operator}`);return n.append(a,i===void 0?r:Z(r,i),o),n}function Z(e,t){return M(`a`,{href:t,target:`_blank`,rel:`noopener`},e)}function Q(e,{body:t,source:n,ageSeconds:r},{onChosen:i,onSwitched:a,onZoneChanged:o}){let{voice:s}=e,{words:l}=s;if(e.week.days.length===0)return[M(`p`,{class:`notice`,part:`notice`},l.noStarts),...$(e,t.sessions),X(n,s)];let u=c(r,s);return[Ee(e,{onZoneChanged:o,sessions:t.sessions}),et(l),M(`div`,{class:`scroll`},Pe(e,{label:$e(e),onChosen:i})),...$(e,t.sessions),tt(e),...Xe(e,a),We(e.record,s),...u?[M(`p`,{class:`quiet`,part:`age`},u)]:[],X(n,s)]}function $e({settings:e,voice:{words:t,minutes:n}}){let r=n(e.session.durationMinutes),i=t.sports[e.session.sport.toLowerCase()];return s(i===void 0?t.starts:t.startsOf,{length:r,sport:i??``})}function et(e){let t=M(`button`,{type:`button`,part:`button`,class:`weather-button`,"aria-pressed":`false`},e.showWeather),n=M(`p`,{class:`hint`,part:`hint`},e.choose,` `,t);return t.addEventListener(`click`,()=>{let e=t.getAttribute(`aria-pressed`)!==`true`;t.setAttribute(`aria-pressed`,String(e)),n.parentElement?.classList.toggle(`with-weather`,e)}),n}function tt({voice:{words:e},week:t,oftenChanges:n}){let r=H.map(t=>M(`li`,{},U(t,V[t].band),e.verdicts[t]));if(t.rows.some(({sessions:e})=>e.some(e=>e&&n(e)))){let t=`${e.verdicts.safe_to_book}, ${e.oftenChanges}`;r.splice(1,0,M(`li`,{},U(`safe_to_book`,``,`≈`),t))}return M(`ul`,{class:`legend`,part:`legend`,"aria-label":e.legend},...r)}function $({settings:e,voice:{words:t,locale:n}},r){let[i=0,a=0]=[r[0],r.at(-1)].map(e=>Date.parse(e?.start_time??``)),o=e.unfitSlots.filter(e=>{let t=Date.parse(e);return i<=t&&t<=a}),c=new Intl.NumberFormat(n).format(o.length);return o.length===0?[]:[M(`p`,{class:`quiet`,part:`unrated`},s(t.unrated,{count:c}))]}let nt;var rt=class extends pe{static observedAttributes=O;static version=SERVICE.version;#e=M(`div`,{class:`week`});#t=M(`section`,{class:`chosen`,part:`details`,"aria-live":`polite`});#n=M(`div`,{class:`frame`,dir:`ltr`},this.#e,this.#t);#r=Re({calendar:this,week:this.#e,section:this.#t});#i;#a;#o=new AbortController;#s=He();#c=!1;#l={};constructor(){super();let e=this.attachShadow({mode:`open`});e.adoptedStyleSheets=nt??=[Ge,be].map(me),e.append(this.#n),this.#t.hidden=!0}disconnectedCallback(){this.#d()}attributeChangedCallback(e,t,n){e===`sport`&&n!==t&&(this.#l={}),super.attributeChangedCallback(e,t,n)}async update(e){this.#r.forget();let t;try{t=this.settings(this.#l),this.#i=t;let n=this.#u(t,e),[r,i]=await Promise.all([e,n]);if(this.#i===t){this.#n.lang=r.words.tag,this.#f(t,i,r),it(t);let{source:e,ageSeconds:n}=i;this.tell(`loaded`,{...t.session,source:e,ageSeconds:n})}}catch(n){let r=await e;(t===void 0||this.#i===t)&&(this.#d(),this.#p(n,r))}}#u({forecastUrl:e,apiKey:t},n){if(this.#a===void 0||this.#a.url!==e||this.#a.apiKey!==t){this.#o.abort(),this.#o=new AbortController;let r={url:e,apiKey:t,answer:L(e,{apiKey:t,signal:this.#o.signal})};this.#a=r;let i=!1,a=()=>i=!0;r.answer.then(a,a),n.then(e=>{this.#a===r&&!i&&this.#m(`status`,e.words.loading,e)},a)}return this.#a.answer}#d(){this.#o.abort(),this.#r.forget(),this.#a=void 0,this.#i=void 0}#f(e,t,n){let r=this.#c,i=(r?e.readersClock:void 0)??e.mainClock,{sessions:a=[],hours:o=[]}=t.body,s={settings:e,voice:n,clock:T(i,n),isReadersTime:r,week:Je(a,{...e,shownClock:i}),record:this.#s(e),weatherAt:qe(o,e.session.durationMinutes),oftenChanges:Ve(t.body.explanation?.safe_often_changes_from)},c=Q(s,t,{onChosen:e=>this.#r.choose(e,s),onSwitched:(e,t)=>{t===``?delete this.#l[e]:this.#l[e]=t,this.updateSoon()},onZoneChanged:()=>{this.#c=!r,this.#r.forget(),this.#f(e,t,n),this.#e.querySelector(`button`)?.focus()}});this.#e.replaceChildren(...c)}#p(e,t){let n=this.report(e),r=this.#m(`alert`,f(n,t),t);if(!n.isLasting){let e=M(`button`,{type:`button`,part:`button`},t.words.tryAgain);e.addEventListener(`click`,()=>this.updateSoon()),r.append(e)}}#m(e,t,{words:n}){let r=M(`div`,{class:`notice`,part:`notice`,role:e},M(`p`,{},t));return this.#n.lang=n.tag,this.#e.replaceChildren(r),r}};function it({unknownZone:e,unfitSlots:t}){let[n]=t;e!==void 0&&u(`This browser does not know time-zone="${e}". Is it an IANA name?`),n!==void 0&&u(`Slots that are not shown: ${t.length}; ${j(n)}`)}he(`suitability-calendar`,rt);