// What each language calls the cities that time zones are named after. A city that is missing here keeps the spelling of its
// IANA name. Browsers may give a zone's older name, such as Asia/Calcutta.
import type { LanguageTag } from "../../../words/language-tags.ts";

/** By the last part of the zone's name. */
type Cities = Readonly<Record<string, string>>;

// prettier-ignore
export const CITIES: Readonly<Record<LanguageTag, Cities>> = {
  en: {
    Bogota: "Bogotá", Calcutta: "Kolkata", Canary: "Canary Islands", Katmandu: "Kathmandu", Kiev: "Kyiv", Rangoon: "Yangon",
    Saigon: "Ho Chi Minh City", Sao_Paulo: "São Paulo",
  },
  de: {
    Algiers: "Algier", Athens: "Athen", Azores: "Azoren", Belgrade: "Belgrad", Bogota: "Bogotá", Brussels: "Brüssel",
    Bucharest: "Bukarest", Cairo: "Kairo", Calcutta: "Kolkata", Canary: "Kanaren", Copenhagen: "Kopenhagen", Havana: "Havanna",
    Hong_Kong: "Hongkong", Kiev: "Kyjiw", Kyiv: "Kyjiw", Lisbon: "Lissabon", Luxembourg: "Luxemburg",
    Mexico_City: "Mexiko-Stadt", Moscow: "Moskau", Nicosia: "Nikosia", Prague: "Prag", Rome: "Rom", Saigon: "Ho-Chi-Minh-Stadt",
    Sao_Paulo: "São Paulo", Singapore: "Singapur", Tehran: "Teheran", Tokyo: "Tokio", Vienna: "Wien", Warsaw: "Warschau",
    Zurich: "Zürich",
  },
  es: {
    Algiers: "Argel", Amsterdam: "Ámsterdam", Athens: "Atenas", Belgrade: "Belgrado", Berlin: "Berlín", Bogota: "Bogotá",
    Brussels: "Bruselas", Bucharest: "Bucarest", Cairo: "El Cairo", Calcutta: "Calcuta", Canary: "Canarias",
    Copenhagen: "Copenhague", Dublin: "Dublín", Havana: "La Habana", Istanbul: "Estambul", Jerusalem: "Jerusalén",
    Johannesburg: "Johannesburgo", Kyiv: "Kiev", Lisbon: "Lisboa", Ljubljana: "Liubliana", London: "Londres",
    Los_Angeles: "Los Ángeles", Luxembourg: "Luxemburgo", Mexico_City: "Ciudad de México", Monaco: "Mónaco", Moscow: "Moscú",
    New_York: "Nueva York", Panama: "Panamá", Paris: "París", Prague: "Praga", Reykjavik: "Reikiavik", Rome: "Roma",
    Sao_Paulo: "São Paulo", Seoul: "Seúl", Shanghai: "Shanghái", Singapore: "Singapur", Sofia: "Sofía", Stockholm: "Estocolmo",
    Sydney: "Sídney", Tallinn: "Tallin", Tehran: "Teherán", Tokyo: "Tokio", Tunis: "Túnez", Vienna: "Viena", Vilnius: "Vilna",
    Warsaw: "Varsovia", Zurich: "Zúrich",
  },
  fr: {
    Algiers: "Alger", Athens: "Athènes", Azores: "Açores", Beirut: "Beyrouth", Brussels: "Bruxelles", Bucharest: "Bucarest",
    Cairo: "Le Caire", Canary: "Canaries", Copenhagen: "Copenhague", Dubai: "Dubaï", Havana: "La Havane", Jerusalem: "Jérusalem",
    Kyiv: "Kiev", Lisbon: "Lisbonne", London: "Londres", Madeira: "Madère", Malta: "Malte", Mexico_City: "Mexico",
    Moscow: "Moscou", Nicosia: "Nicosie", Reunion: "La Réunion", Saigon: "Hô Chi Minh-Ville", Sao_Paulo: "São Paulo",
    Seoul: "Séoul", Singapore: "Singapour", Tehran: "Téhéran", Vienna: "Vienne", Warsaw: "Varsovie",
  },
  it: {
    Algiers: "Algeri", Athens: "Atene", Azores: "Azzorre", Belgrade: "Belgrado", Berlin: "Berlino", Bogota: "Bogotá",
    Brussels: "Bruxelles", Bucharest: "Bucarest", Cairo: "Il Cairo", Canary: "Canarie", Copenhagen: "Copenaghen",
    Dublin: "Dublino", Havana: "L’Avana", Jerusalem: "Gerusalemme", Kyiv: "Kiev", Lisbon: "Lisbona", Ljubljana: "Lubiana",
    London: "Londra", Luxembourg: "Lussemburgo", Mexico_City: "Città del Messico", Monaco: "Principato di Monaco",
    Moscow: "Mosca", Paris: "Parigi", Prague: "Praga", Rome: "Roma", Sao_Paulo: "San Paolo", Seoul: "Seul",
    Stockholm: "Stoccolma", Tehran: "Teheran", Tunis: "Tunisi", Warsaw: "Varsavia", Zagreb: "Zagabria", Zurich: "Zurigo",
  },
  nl: {
    Athens: "Athene", Azores: "Azoren", Belgrade: "Belgrado", Berlin: "Berlijn", Bogota: "Bogotá", Brussels: "Brussel",
    Bucharest: "Boekarest", Budapest: "Boedapest", Cairo: "Caïro", Canary: "Canarische Eilanden", Copenhagen: "Kopenhagen",
    Curacao: "Curaçao", Hong_Kong: "Hongkong", Jerusalem: "Jeruzalem", Kiev: "Kyiv", Lisbon: "Lissabon", London: "Londen",
    Luxembourg: "Luxemburg", Mexico_City: "Mexico-Stad", Moscow: "Moskou", Paris: "Parijs", Prague: "Praag",
    Saigon: "Ho Chi Minhstad", Sao_Paulo: "São Paulo", Tehran: "Teheran", Tokyo: "Tokio", Vienna: "Wenen", Warsaw: "Warschau",
    Zurich: "Zürich",
  },
  pt: {
    Algiers: "Argel", Amsterdam: "Amesterdão", Athens: "Atenas", Azores: "Açores", Belgrade: "Belgrado", Berlin: "Berlim",
    Bogota: "Bogotá", Brussels: "Bruxelas", Bucharest: "Bucareste", Budapest: "Budapeste", Calcutta: "Calcutá",
    Canary: "Canárias", Copenhagen: "Copenhaga", Dublin: "Dublim", Helsinki: "Helsínquia", Istanbul: "Istambul",
    Jerusalem: "Jerusalém", Johannesburg: "Joanesburgo", Kyiv: "Kiev", Lisbon: "Lisboa", Ljubljana: "Liubliana",
    London: "Londres", Luxembourg: "Luxemburgo", Mexico_City: "Cidade do México", Monaco: "Mónaco", Moscow: "Moscovo",
    New_York: "Nova Iorque", Nicosia: "Nicósia", Panama: "Panamá", Prague: "Praga", Rome: "Roma", Sao_Paulo: "São Paulo",
    Seoul: "Seul", Shanghai: "Xangai", Singapore: "Singapura", Sofia: "Sófia", Stockholm: "Estocolmo", Tehran: "Teerão",
    Tokyo: "Tóquio", Tunis: "Tunes", Vienna: "Viena", Warsaw: "Varsóvia", Zurich: "Zurique",
  },
  sv: {
    Algiers: "Alger", Athens: "Aten", Azores: "Azorerna", Belgrade: "Belgrad", Bogota: "Bogotá", Brussels: "Bryssel",
    Bucharest: "Bukarest", Cairo: "Kairo", Calcutta: "Kolkata", Canary: "Kanarieöarna", Copenhagen: "Köpenhamn",
    Havana: "Havanna", Helsinki: "Helsingfors", Hong_Kong: "Hongkong", Kiev: "Kyjiv", Kyiv: "Kyjiv", Lisbon: "Lissabon",
    Luxembourg: "Luxemburg", Mexico_City: "Mexico City", Moscow: "Moskva", Prague: "Prag", Rome: "Rom", Sao_Paulo: "São Paulo",
    Tehran: "Teheran", Vienna: "Wien", Warsaw: "Warszawa", Zurich: "Zürich",
  },
};
