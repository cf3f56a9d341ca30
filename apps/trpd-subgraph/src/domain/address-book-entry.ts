/** A travel address that we issued for a customer. */
export interface AddressBookEntry {
  readonly id: string
  readonly version: number
  readonly travelAddress: string
  readonly assetId: string
  /** Payment address that is given out with an approval; absent: the officer names one. */
  readonly address?: string
  /** Whether inquiries are taken; an inactive entry answers like an unknown one. */
  readonly active: boolean
  /** Personal data: how we call the customer and the entry. */
  readonly customerReference?: string
  readonly label?: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
