-- Rows that came with the company and that nobody touched: a setting without one has its default.
delete from settings where abs(updated_at - created_at) < 1000 and (key, value) in (values
  ('singleSession', 'enabled'),
  ('reopenHours', '24'),
  ('sendGreetingAccepted', 'disabled'),
  ('sendMsgTransfTicket', 'disabled'),
  ('sendGreetingMessageOneQueues', 'disabled'),
  ('userRating', 'disabled'),
  ('scheduleType', 'disabled'),
  ('call', 'enabled'),
  ('CheckMsgIsGroup', 'disabled'),
  ('viewclosed', 'disabled'),
  ('viewgroups', 'disabled'),
  ('chatBotType', 'text'),
  ('campaignsEnabled', 'true')
);
