/**
 * The part of a number that names one telephone. Brazilian mobile numbers are written with and without the ninth digit;
 * landlines (and new numbers such as 9 3456-7890, which without it would read as one) stay as they are.
 */
export const phoneKey = (digits: string) => digits.replace(/^(55\d{2})9([6-9]\d{7})$/, '$1$2')
