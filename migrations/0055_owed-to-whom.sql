-- Of who operates the company now, as it was counted so far.
UPDATE invoices SET reseller_id = (SELECT reseller_id FROM companies WHERE companies.id = invoices.company_id);
