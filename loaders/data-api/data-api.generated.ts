// Written by scripts/loaders/generate-data-api-types.ts from the OpenAPI document. Change the routes of the Data
// API and run npm run generate; do not change this file.

/** The rows of each export, by its name in the address. */
export interface DataApiRows {
  "credits-history": {
    "platform_customer_gid": string;
    "body": string;
    "value": string;
    "unit": string;
    "status": number;
    "created_at": string;
    "order_name"?: string;
  };
  "store-credits": {
    "platform_customer_gid": string;
    "type": number;
    "message": string;
    "value": string;
    "redeemed_from_subscribfy": string;
    "order_gid": string;
    "created_at": string;
    "used_in": string;
  };
}
