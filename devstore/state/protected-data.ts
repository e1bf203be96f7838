/**
 * What the platform approves one by one: customer data as such (level 1), and of it the fields that identify a
 * person (level 2).
 */
export const protectedDataKinds = ["customer_data", "name", "email", "phone", "address"] as const;
export type ProtectedData = (typeof protectedDataKinds)[number];
