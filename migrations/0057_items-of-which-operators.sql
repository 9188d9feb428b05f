-- Of who was owed the invoice that they stand on; what waits, of who operates the company now.
UPDATE invoice_items SET reseller_id = CASE WHEN invoice_id IS NULL
  THEN (SELECT reseller_id FROM companies WHERE companies.id = invoice_items.company_id)
  ELSE (SELECT reseller_id FROM invoices WHERE invoices.id = invoice_items.invoice_id) END;
