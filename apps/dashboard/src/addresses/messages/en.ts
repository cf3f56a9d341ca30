/** English: travel addresses. */
export const addressesEn = {
  title: 'Travel addresses',
  one: (asset: string) => `Travel address for ${asset}`,
  empty: 'No travel address was issued yet.',
  active: 'Active',
  inactive: 'Inactive',
  issued: 'Issued',
  qr: 'QR code of the travel address',
  print: 'Print',
  create: {
    open: 'New travel address',
    title: 'New travel address',
    text: 'The customer gives it to the sender of the asset.',
    button: 'Create',
    addressHint: 'Suggested when an officer approves an inquiry. Without it, the officer enters one.',
    referenceHint: 'With it, inquiries are compared with the name of this customer. It is stored encrypted.',
    label: 'Purpose',
  },
  edit: {
    open: 'Edit',
    title: 'Edit this travel address',
    button: 'Save',
    active: 'Accept inquiries',
    activeHint: 'If not, it responds like one that does not exist.',
  },
}
