-- A search compares composed texts. Names and addresses of customers are stored so from now on; these were stored as the platform had them.
UPDATE customers SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC), email = normalize(email, NFC)
WHERE first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED OR email IS NOT NFC NORMALIZED;
