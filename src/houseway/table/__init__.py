"""One round at one table: seats, driver, settlement, views, record, replay, automatic players."""
