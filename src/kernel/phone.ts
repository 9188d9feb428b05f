/**
 * The part of a number (digits with country code) that is the same in all its spellings. Brazilian mobile numbers are written with and
 * without the ninth digit; landlines, and newer numbers such as 9 3456-7890 that would read as one without it, stay as they are.
 */
export const phoneKey = (digits: string) => digits.replace(/^(55\d{2})9([6-9]\d{7})$/, '$1$2')
