module example.com/boxes

go 1.24
