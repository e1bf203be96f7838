/** A person who works in the admin of every development shop. */
export interface DevStaffMember {
  /** Numeric part of gid://shopify/StaffMember/<n>, and the `sub` of the session tokens. */
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** The language that the person chose for the admin, as the platform writes it. */
  locale: string;
  accountOwner: boolean;
}

/** Who signs in where nobody was chosen. */
export const accountOwner: DevStaffMember = {
  id: 7000001,
  firstName: "Mia",
  lastName: "Example",
  email: "mia@dev.example",
  locale: "en",
  accountOwner: true,
};

/** Their locales differ in the order of a date, the decimal sign and the place of the currency. */
export const staffMembers: readonly DevStaffMember[] = [
  accountOwner,
  {
    id: 7000002,
    firstName: "Jonas",
    lastName: "Beispiel",
    email: "jonas@dev.example",
    locale: "de",
    accountOwner: false,
  },
  {
    id: 7000003,
    firstName: "Camille",
    lastName: "Exemple",
    email: "camille@dev.example",
    locale: "fr",
    accountOwner: false,
  },
];

export function findStaffMember(id: number): DevStaffMember | undefined {
  return staffMembers.find((one) => one.id === id);
}

export function staffName({ firstName, lastName }: DevStaffMember): string {
  return `${firstName} ${lastName}`;
}
