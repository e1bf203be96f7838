interface Place {
  city: string;
  zip: string;
  province?: string;
  provinceCode?: string;
}

/** Where shoppers come from: names as people there bear them, streets and towns that exist there. */
interface Region {
  locale: string;
  country: string;
  countryCode: string;
  firstNames: string[];
  lastNames: string[];
  streets: string[];
  places: Place[];
}

export const regions: Record<string, Region> = {
  germany: {
    locale: "de",
    country: "Germany",
    countryCode: "DE",
    firstNames: [
      "Anna",
      "Jürgen",
      "Käthe",
      "Björn",
      "Sören",
      "Lena",
      "Matthias",
      "Ömer",
      "Ayşe",
      "Jana",
      "Günther",
      "Mia",
      "Felix",
      "Heike",
      "Thorsten",
      "Zoë",
      "Paul",
      "Friederike",
    ],
    lastNames: [
      "Weber",
      "Müller",
      "Schäfer",
      "Groß",
      "Köhler",
      "Böhm",
      "Fuchs",
      "Yılmaz",
      "von der Heide",
      "Krüger",
      "Neumann",
      "Weiß",
      "Lindner",
      "Brandt",
      "Öztürk",
      "Hölderlin",
    ],
    streets: [
      "Lindenstraße",
      "Am Mühlbach",
      "Goethestraße",
      "Schönhauser Allee",
      "Bahnhofstraße",
      "Kirchgasse",
    ],
    places: [
      { city: "Berlin", zip: "10115", province: "Berlin", provinceCode: "BE" },
      { city: "München", zip: "80331", province: "Bavaria", provinceCode: "BY" },
      { city: "Köln", zip: "50667", province: "North Rhine-Westphalia", provinceCode: "NW" },
      { city: "Hamburg", zip: "20095", province: "Hamburg", provinceCode: "HH" },
      { city: "Görlitz", zip: "02826", province: "Saxony", provinceCode: "SN" },
    ],
  },
  austria: {
    locale: "de-AT",
    country: "Austria",
    countryCode: "AT",
    firstNames: ["Maximilian", "Theresa", "Leopold", "Johanna", "Ferdinand", "Resi"],
    lastNames: ["Gruber", "Hofstätter", "Pichler", "Moser", "Wögerbauer", "Eder"],
    streets: ["Mariahilfer Straße", "Getreidegasse", "Landstraße"],
    places: [
      { city: "Wien", zip: "1070" },
      { city: "Salzburg", zip: "5020" },
      { city: "Graz", zip: "8010" },
    ],
  },
  france: {
    locale: "fr",
    country: "France",
    countryCode: "FR",
    firstNames: [
      "Chloé",
      "Jérôme",
      "Zoé",
      "François",
      "Maëlle",
      "Théo",
      "Léa",
      "Benoît",
      "Hélène",
      "Noël",
    ],
    lastNames: [
      "Lefèvre",
      "Dubois",
      "Garçon",
      "Lemaître",
      "Béranger",
      "Moreau",
      "d'Aubigné",
      "Le Goff",
      "Müntz",
    ],
    streets: [
      "rue de la Gare",
      "avenue des Tilleuls",
      "rue du Faubourg Saint-Antoine",
      "quai des Célestins",
    ],
    places: [
      { city: "Paris", zip: "75011" },
      { city: "Lyon", zip: "69002" },
      { city: "Besançon", zip: "25000" },
      { city: "Saint-Étienne", zip: "42000" },
    ],
  },
  spain: {
    locale: "es",
    country: "Spain",
    countryCode: "ES",
    firstNames: ["Íñigo", "María José", "Begoña", "Joaquín", "Nuria", "Álvaro", "Inés", "Óscar"],
    lastNames: [
      "García Márquez",
      "Núñez",
      "Ibáñez",
      "Peña",
      "Echeverría",
      "López de Haro",
      "Muñoz",
    ],
    streets: ["Calle Mayor", "Avenida de la Constitución", "Paseo del Prado"],
    places: [
      { city: "Madrid", zip: "28014", province: "Madrid", provinceCode: "M" },
      { city: "A Coruña", zip: "15001", province: "A Coruña", provinceCode: "C" },
      { city: "Cádiz", zip: "11001", province: "Cádiz", provinceCode: "CA" },
    ],
  },
  japan: {
    locale: "ja",
    country: "Japan",
    countryCode: "JP",
    firstNames: ["陽菜", "大翔", "さくら", "健太", "美咲", "翔太", "結衣", "直樹"],
    lastNames: ["佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "小林", "齋藤"],
    streets: ["銀座", "神宮前", "本町"],
    places: [
      { city: "渋谷区", zip: "150-0001", province: "Tōkyō", provinceCode: "JP-13" },
      { city: "京都市", zip: "600-8001", province: "Kyōto", provinceCode: "JP-26" },
      { city: "札幌市", zip: "060-0001", province: "Hokkaidō", provinceCode: "JP-01" },
    ],
  },
  unitedKingdom: {
    locale: "en-GB",
    country: "United Kingdom",
    countryCode: "GB",
    firstNames: ["Oliver", "Siobhán", "Imogen", "Priya", "Rhys", "Eilidh", "Callum", "Beatrix"],
    lastNames: [
      "Smith",
      "O'Connor",
      "Featherstonehaugh",
      "Patel",
      "Llewellyn",
      "MacGregor",
      "Whitby-Jones",
    ],
    streets: ["High Street", "Station Road", "Church Lane", "The Crescent"],
    places: [
      { city: "London", zip: "E1 6AN", province: "England", provinceCode: "ENG" },
      { city: "Edinburgh", zip: "EH1 1YZ", province: "Scotland", provinceCode: "SCT" },
      { city: "Cardiff", zip: "CF10 1EP", province: "Wales", provinceCode: "WLS" },
    ],
  },
  unitedStates: {
    locale: "en",
    country: "United States",
    countryCode: "US",
    firstNames: [
      "Emma",
      "Noah",
      "Guadalupe",
      "Jamal",
      "Ava",
      "Mateo",
      "Hannah",
      "DeShawn",
      "Wei",
      "Priscilla",
    ],
    lastNames: [
      "Johnson",
      "Nguyen",
      "Rodriguez",
      "Washington",
      "Kowalski",
      "Chen",
      "St. John",
      "Okafor",
    ],
    streets: ["Main Street", "Maple Avenue", "Sunset Boulevard", "5th Avenue"],
    places: [
      { city: "New York", zip: "10001", province: "New York", provinceCode: "NY" },
      { city: "Portland", zip: "97201", province: "Oregon", provinceCode: "OR" },
      { city: "Austin", zip: "73301", province: "Texas", provinceCode: "TX" },
    ],
  },
  poland: {
    locale: "pl",
    country: "Poland",
    countryCode: "PL",
    firstNames: ["Łukasz", "Małgorzata", "Zbigniew", "Agnieszka", "Jędrzej"],
    lastNames: ["Wójcik", "Kowalczyk", "Żółkiewska", "Brzęczyszczykiewicz", "Nowak"],
    streets: ["ulica Długa", "aleja Róż", "ulica Świętojańska"],
    places: [
      { city: "Łódź", zip: "90-001" },
      { city: "Kraków", zip: "31-001" },
    ],
  },
  sweden: {
    locale: "sv",
    country: "Sweden",
    countryCode: "SE",
    firstNames: ["Åsa", "Björn", "Linnéa", "Göran", "Malin"],
    lastNames: ["Åkesson", "Öberg", "Lindström", "Ek", "Sjögren"],
    streets: ["Storgatan", "Drottninggatan"],
    places: [
      { city: "Göteborg", zip: "411 03" },
      { city: "Umeå", zip: "903 26" },
    ],
  },
};
