export interface DevAccessToken {
  /** The token in plain text: the development store runs only locally. */
  id: string;
  mode: "online" | "offline";
  userId: number | null;
  scopes: string[];
  createdAt: string;
  /** Machine time; null never expires. */
  expiresAt: string | null;
  refreshToken: string | null;
  refreshTokenExpiresAt: string | null;
  /** When it was first exchanged for another; absent until then. */
  refreshTokenUsedAt?: string;
  /** The token whose refresh token this one was given for. */
  replaces?: string;
}
