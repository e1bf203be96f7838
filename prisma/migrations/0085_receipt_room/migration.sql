-- Whether the file of a receipt is still there: one that was decided about long ago is removed.
ALTER TABLE loyalty_receipts ADD COLUMN has_file boolean NOT NULL DEFAULT true;
CREATE INDEX loyalty_receipts_with_file ON loyalty_receipts (shop_id, decided_at) WHERE has_file;

-- How many bytes the files of a store's receipts take, counted as they come and go.
CREATE TABLE loyalty_receipt_room (
  shop_id bigint PRIMARY KEY,
  byte_size bigint NOT NULL CHECK (byte_size >= 0)
);
SELECT distribute_by_shop('loyalty_receipt_room');
INSERT INTO loyalty_receipt_room (shop_id, byte_size)
SELECT shop_id, sum(byte_size) FROM loyalty_receipts GROUP BY shop_id;
